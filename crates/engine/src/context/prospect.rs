//! Which units of a ranked list can be shown, and how, by their scores alone: what cannot be quoted need not be read. Reads no
//! file and counts nothing.

use crate::search::Hit;
use orienteer_search::{Candidate, Form, Params};
use std::collections::HashMap;

/// A unit whose forms have no costs yet.
pub(super) struct Prospect {
    pub(super) candidate: Candidate,
    has_body: bool,
    has_signature: bool,
    has_pointer: bool,
}

impl Prospect {
    /// Whether it is good enough for a form.
    pub(super) fn has(&self, form: Form) -> bool {
        match form {
            Form::Body => self.has_body,
            Form::Signature => self.has_signature,
            Form::Pointer => self.has_pointer,
        }
    }

    /// Whether it may be shown with source.
    pub(super) fn is_quotable(&self) -> bool {
        self.has_body || self.has_signature
    }
}

/// Of each unit of the list.
pub(super) fn prospects(ranked: &[Hit], params: &Params) -> Vec<Prospect> {
    let mut files: HashMap<&str, u32> = HashMap::new();
    let candidates: Vec<Candidate> = ranked
        .iter()
        .enumerate()
        // The position of the best unit of the same file stands for the file.
        .map(|(at, hit)| candidate(hit, *files.entry(&hit.place.path).or_insert(at as u32)))
        .collect();
    let standing = |candidate: &Candidate| candidate.standing(params);
    let top = candidates.iter().map(standing).fold(0.0, f32::max);
    let prospect = |(candidate, hit): (Candidate, &Hit)| {
        let share = standing(&candidate) / top;
        Prospect {
            candidate,
            has_body: share >= params.pack_body_least,
            has_signature: share >= params.pack_signature_least,
            has_pointer: hit.relative >= params.pack_pointer_least,
        }
    };
    candidates.into_iter().zip(ranked).map(prospect).collect()
}

fn candidate(hit: &Hit, file: u32) -> Candidate {
    let feature = |name: &str| hit.parts.iter().find(|part| part.name == name).map(|part| part.value);
    Candidate {
        score: hit.score,
        walk: feature("walk").unwrap_or_default(),
        is_external: hit.place.path.is_empty(),
        file_evidence: feature("file"),
        own_evidence: feature("own"),
        file,
        ..Candidate::default()
    }
}
