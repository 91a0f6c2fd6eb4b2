//! What each stage of a run took in and gave out, and how long it took. Goes to standard error: it is about the answer, not part
//! of it.

use orienteer_engine::TracedStage;

pub(super) fn print(stages: &[TracedStage]) {
    eprintln!("{:<14}{:>7}{:>8}{:>10}  note", "stage", "in", "out", "ms");
    for traced in stages {
        eprintln!("{}", line(traced).trim_end());
    }
}

fn line(traced: &TracedStage) -> String {
    let stage = &traced.stage;
    let indent = if stage.is_part { "  " } else { "" };
    let name = format!("{indent}{}", stage.name);
    let time = traced.time.map_or_else(String::new, |time| format!("{:.3}", time.as_secs_f64() * 1_000.0));
    format!(
        "{name:<14}{:>7}{:>8}{time:>10}  {}",
        stage.taken,
        stage.given,
        crate::terminal::clean(&stage.note)
    )
}
