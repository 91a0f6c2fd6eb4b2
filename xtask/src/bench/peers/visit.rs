//! One program on one tree: its index, its answers, and how right they were. Kept on disk by everything that decides it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::peer::Peer;
use super::running;
use super::sample::{Case, Stand};
use super::score::{Scores, score};
use super::site::Site;
use crate::bench::folder;
use crate::bench::measure::Usage;

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Visit {
    /// None for a program that keeps no index.
    pub(super) index: Option<Usage>,
    pub(super) index_bytes: u64,
    pub(super) asked: Vec<Asked>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Asked {
    pub(super) case: String,
    pub(super) wall_milliseconds: f64,
    pub(super) cpu_milliseconds: Option<f64>,
    /// Files that the answer has.
    pub(super) named: usize,
    pub(super) scores: Scores,
}

pub(super) fn visit(peer: &dyn Peer, stand: &Stand, site: &Site) -> Result<Visit, String> {
    site.reset()?;
    let index = peer.index(site).map(|call| running::index(&call, site)).transpose()?;
    let index_bytes = peer.index_place(site).map_or(0, |place| folder::bytes_in(&place));
    if index.is_some() && index_bytes == 0 {
        return Err("it ended well and left no index".to_owned());
    }
    let mut asked = Vec::new();
    for case in &stand.cases {
        asked.push(ask(peer, stand, site, case)?);
    }
    // A language that a program does not know is not the same as wrong answers.
    if asked.iter().all(|asked| asked.named == 0) {
        return Err("it names no file of this tree, whatever is asked".to_owned());
    }
    Ok(Visit { index, index_bytes, asked })
}

fn ask(peer: &dyn Peer, stand: &Stand, site: &Site, case: &Case) -> Result<Asked, String> {
    let heard = match peer.ask(site, stand.suite, &case.query) {
        Some(call) => running::ask(&call, site)?,
        None => running::Heard { output: String::new(), wall_milliseconds: 0.0, cpu_milliseconds: None },
    };
    let answer = peer.read(site, &case.query, &heard.output);
    Ok(Asked {
        case: case.id.clone(),
        wall_milliseconds: heard.wall_milliseconds,
        cpu_milliseconds: heard.cpu_milliseconds,
        named: answer.ranked.len(),
        scores: score(stand.suite, case, site, &answer),
    })
}

pub(super) fn place(shelf: &Path, peer: &dyn Peer, stand: &Stand) -> PathBuf {
    let cases: Vec<&str> = stand.cases.iter().map(|case| case.id.as_str()).collect();
    let decided = [peer.version(), peer.commands().concat(), stand.suite.name().to_owned(), cases.join(" ")];
    let hash = blake3::hash(decided.join("\n").as_bytes()).to_hex();
    let name = peer.name().replace(' ', "-");
    shelf.join("measured").join(format!("{name}-{}.json", &hash[..16]))
}

/// Failures are kept too: a time limit should not be waited for twice.
pub(super) fn kept(place: &Path) -> Option<Result<Visit, String>> {
    serde_json::from_str(&std::fs::read_to_string(place).ok()?).ok()
}

/// What cannot be kept is measured again.
pub(super) fn keep(place: &Path, outcome: &Result<Visit, String>) {
    let written = place.parent().map(std::fs::create_dir_all).and_then(Result::ok).and_then(|()| {
        let text = serde_json::to_string(outcome).ok()?;
        std::fs::write(place, text).ok()
    });
    if written.is_none() {
        eprintln!("{} could not be written", place.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::folder::Scratch;

    #[test]
    fn what_was_kept_is_found_again_failures_included() {
        let scratch = Scratch::create("visit-test").unwrap();
        let place = scratch.path().join("deep").join("a.json");
        assert!(kept(&place).is_none());
        keep(&place, &Err("too slow".to_owned()));
        assert_eq!(kept(&place).unwrap().unwrap_err(), "too slow");
        let scores = Scores { ndcg: 0.5, at_1: false, at_5: true, tokens: None };
        let asked =
            Asked { case: "c".to_owned(), wall_milliseconds: 1.0, cpu_milliseconds: None, named: 1, scores };
        keep(&place, &Ok(Visit { index: None, index_bytes: 0, asked: vec![asked] }));
        assert_eq!(kept(&place).unwrap().unwrap().asked[0].scores.ndcg, 0.5);
    }
}
