//! What a name or an expression was found to be, and how sure that is.

use orienteer_model::Provenance;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    /// Something here, but nothing is known of it.
    Unknown,
    /// Something outside the repository.
    External,
    /// A declared unit itself.
    Unit(u32),
    /// A value of a type.
    Instance(u32),
    File(u32),
    Package(u32),
}

/// A thing with the evidence for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub thing: Thing,
    /// Hundredths.
    pub confidence: u8,
    pub provenance: Provenance,
}

impl Found {
    pub(crate) fn new(thing: Thing, confidence: u8, provenance: Provenance) -> Found {
        Found { thing, confidence, provenance }
    }

    pub(crate) fn unknown() -> Found {
        Found::new(Thing::Unknown, 0, Provenance::Ast)
    }

    pub(crate) fn external() -> Found {
        Found::new(Thing::External, 0, Provenance::Import)
    }

    /// The same evidence for something reached from here, no surer than the step.
    pub(crate) fn step(self, thing: Thing, confidence: u8, provenance: Provenance) -> Found {
        Found { thing, confidence: self.confidence.min(confidence), provenance }
    }

    pub(crate) fn is_known(&self) -> bool {
        !matches!(self.thing, Thing::Unknown)
    }
}
