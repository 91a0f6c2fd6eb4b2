//! The table of a trial, and whether it was passed. Nothing here measures.

use super::crowd::Asked;
use super::inventory::Found;
use crate::Outcome;

/// One phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) phase: String,
    /// Nothing where nobody asked.
    pub(super) asked: Option<Asked>,
    /// Units that were there when the phase began.
    pub(super) before: Option<usize>,
    pub(super) found: Found,
    /// Seconds until all replicas were active again.
    pub(super) catching_up: Option<f64>,
}

#[derive(Default)]
pub(super) struct Table(Vec<Row>);

const HEADER: &str = "\
| phase | questions | answered by another node | unanswered | wrong | longest gap s | units before | units after | lost | stale | caught up in s |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

impl Table {
    /// Also tells it, because a trial takes minutes.
    pub(super) fn push(&mut self, row: Row) {
        eprintln!("{}", line(&row));
        self.0.push(row);
    }

    pub(super) fn markdown(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(|row| line(row) + "\n").collect();
        format!("\n{HEADER}{}", lines.concat())
    }

    /// Every question had its answer, and every unit is where it was.
    pub(super) fn verdict(&self) -> Outcome {
        let failed: Vec<&str> =
            self.0.iter().filter(|row| !is_passed(row)).map(|row| row.phase.as_str()).collect();
        if failed.is_empty() { Ok(()) } else { Err(format!("cluster: failed: {}", failed.join(", "))) }
    }
}

fn is_passed(row: &Row) -> bool {
    let answered =
        row.asked.is_none_or(|asked| asked.unanswered == 0 && asked.wrong == 0 && asked.questions > 0);
    answered && row.found.lost == 0 && row.found.stale == 0 && row.found.units > 0
}

fn line(row: &Row) -> String {
    let asked = |figure: fn(&Asked) -> String| row.asked.as_ref().map_or("-".to_owned(), figure);
    let cells = [
        row.phase.clone(),
        asked(|asked| asked.questions.to_string()),
        asked(|asked| asked.elsewhere.to_string()),
        asked(|asked| asked.unanswered.to_string()),
        asked(|asked| asked.wrong.to_string()),
        asked(|asked| format!("{:.2}", asked.longest_gap.as_secs_f64())),
        row.before.map_or("-".to_owned(), |units| units.to_string()),
        row.found.units.to_string(),
        row.found.lost.to_string(),
        row.found.stale.to_string(),
        row.catching_up.map_or("-".to_owned(), |seconds| format!("{seconds:.1}")),
    ];
    format!("| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(change: impl Fn(&mut Asked, &mut Found)) -> Row {
        let mut asked = Asked { questions: 10, ..Asked::default() };
        let mut found = Found { units: 5, ..Found::default() };
        change(&mut asked, &mut found);
        Row { phase: "killed".to_owned(), asked: Some(asked), found, ..Row::default() }
    }

    #[test]
    fn whatever_is_lost_fails_the_trial() {
        assert_eq!(Table(vec![row(|_, _| {})]).verdict(), Ok(()));
        let failures: [fn(&mut Asked, &mut Found); 6] = [
            |asked, _| asked.unanswered = 1,
            |asked, _| asked.wrong = 1,
            |asked, _| asked.questions = 0,
            |_, found| found.lost = 1,
            |_, found| found.stale = 1,
            |_, found| found.units = 0,
        ];
        for change in failures {
            assert!(Table(vec![row(change)]).verdict().is_err());
        }
    }
}
