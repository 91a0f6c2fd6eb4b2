//! Vectors of units from the model that the program carries, made while their words are counted.

use orienteer_embedding::{BuiltIn, UnitRow, built_in};
use orienteer_storage::{Embed, Field, RowCount, Snapshot};

struct Model(&'static BuiltIn);

/// What makes vectors; none in a program without a model.
pub(crate) fn embedder() -> Option<&'static dyn Embed> {
    static EMBEDDER: std::sync::OnceLock<Option<Model>> = std::sync::OnceLock::new();
    let model = EMBEDDER.get_or_init(|| built_in().map(Model)).as_ref()?;
    Some(model)
}

/// A snapshot whose words can be used again: its vectors are those that would be made now.
pub(crate) fn with_vectors(previous: Option<&Snapshot>) -> Option<&Snapshot> {
    let model = embedder().map_or(0, Embed::model);
    previous.filter(|snapshot| snapshot.lexical().has_model(model))
}

/// Whether a program that makes vectors finds none of its own in a snapshot. One without a model can use any.
pub fn lacks_vectors(snapshot: &Snapshot) -> bool {
    embedder().is_some_and(|embedder| !snapshot.lexical().has_model(embedder.model()))
}

impl Embed for Model {
    fn model(&self) -> u64 {
        self.0.fingerprint
    }

    fn dimensions(&self) -> usize {
        self.0.model.dimensions()
    }

    fn rows_of(&self, term: &str, rows: &mut Vec<u32>) {
        self.0.model.rows_of(term, rows);
    }

    fn embed(&self, rows: &[RowCount], scratch: &mut Vec<f32>, vector: &mut Vec<i8>) {
        self.0.model.unit(rows.iter().map(unit_row), scratch, vector);
    }
}

fn unit_row(count: &RowCount) -> UnitRow {
    let of = |field: Field| u32::from(count.counts[field as usize]);
    let all: u32 = Field::ALL.iter().map(|field| of(*field)).sum();
    let path = of(Field::Path);
    let title = of(Field::Name) + of(Field::Signature);
    UnitRow { row: count.row, text: all - path, title, doc: of(Field::Doc), path }
}
