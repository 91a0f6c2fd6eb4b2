//! Who still uses the name of a declaration that is gone. The graph has no edges to it any more, so its name has to do.

use super::DeletedUnit;
use crate::error::EngineError;
use crate::find::last_part;
use crate::workspace::Workspace;
use orienteer_model::{FactsView, NameHash, ReferenceKind, UnitId};
use orienteer_storage::{FileRecord, Snapshot};
use std::collections::{BTreeMap, HashMap};

/// An edge at least this sure says what a reference means.
const SURE: u8 = 50;

impl Workspace {
    /// Units that use these names, each with how likely it is, between 0 and 1, that it means what is gone.
    pub(crate) fn users_of(
        &self,
        snapshot: &Snapshot,
        deleted: &[DeletedUnit],
    ) -> Result<BTreeMap<UnitId, f32>, EngineError> {
        let names = names(snapshot, deleted);
        let mut users: BTreeMap<UnitId, f32> = BTreeMap::new();
        if names.is_empty() {
            return Ok(users);
        }
        let facts = self.repository.facts()?;
        for file in snapshot.files() {
            let Some(facts) = facts.get(&file.key()) else { continue };
            for (unit, likely) in used_in(snapshot, &file, &facts, &names) {
                let known = users.entry(unit).or_insert(likely);
                *known = known.max(likely);
            }
        }
        Ok(users)
    }
}

/// By the hash of a name: the name, and how likely it is that whoever uses it means what is gone.
type Names<'d> = HashMap<NameHash, (&'d str, f32)>;

fn names<'d>(snapshot: &Snapshot, deleted: &'d [DeletedUnit]) -> Names<'d> {
    let likely = |name: &str| {
        let others = snapshot.units_named(name).filter(|unit| unit.name() == name).count();
        1.0 / (1.0 + others as f32)
    };
    let named = deleted.iter().map(|unit| last_part(&unit.name));
    named.map(|name| (NameHash::of(name), (name, likely(name)))).collect()
}

fn used_in<'a>(
    snapshot: &'a Snapshot,
    file: &FileRecord<'a>,
    facts: &FactsView<'a>,
    names: &'a Names<'_>,
) -> impl Iterator<Item = (UnitId, f32)> + use<'a> {
    let units: Vec<UnitId> = file.units().collect();
    let is_code = |kind: ReferenceKind| {
        !matches!(kind, ReferenceKind::Route | ReferenceKind::Environment | ReferenceKind::Process)
    };
    let used = facts.references.iter().filter(move |reference| is_code(reference.kind()));
    let used = used.map(|reference| (reference.name.hash, reference.from, reference.line));
    let imported = facts.imports.iter().map(|import| (import.name.hash, import.scope, import.line));
    used.chain(imported).filter_map(move |(hash, from, line)| {
        let (name, likely) = names.get(&hash)?;
        let unit = *units.get(from as usize).or(units.first())?;
        (!is_known(snapshot, unit, name, line)).then_some((unit, *likely))
    })
}

/// Whether it is known what the name means on this line, which is then not what is gone.
fn is_known(snapshot: &Snapshot, unit: UnitId, name: &str, line: u32) -> bool {
    let means = |to: UnitId| snapshot.unit(to).is_some_and(|unit| unit.name() == name);
    let mut edges = snapshot.graph().outgoing(unit);
    edges.any(|edge| edge.line == line && !edge.ambiguous && edge.confidence >= SURE && means(edge.to))
}
