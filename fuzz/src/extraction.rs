//! Any bytes in any language: facts whose spans lie inside the source, never a panic. The first byte chooses the language.

use orienteer_extraction::Extractor;

pub(crate) fn run(data: &[u8]) {
    let Some((first, source)) = data.split_first() else { return };
    let languages = orienteer_languages::all().count();
    let Some(language) = orienteer_languages::all().nth(usize::from(*first) % languages) else { return };
    let facts = Extractor::default().extract(language, source);
    let lines = source.iter().filter(|byte| **byte == b'\n').count() + 1;
    for unit in &facts.units {
        assert!(unit.span.start_byte <= unit.span.end_byte);
        assert!(unit.span.end_byte as usize <= source.len());
        assert!(unit.span.start_line <= unit.span.end_line && unit.span.end_line as usize <= lines);
    }
}
