//! The figures of the Qdrant engine, read off the page that its own benchmark writes. Measures nothing.

use std::path::Path;

#[derive(Debug, PartialEq)]
pub(super) struct Row {
    pub(super) units: u64,
    /// Of one client that asks at a time.
    pub(super) p50_milliseconds: f64,
    pub(super) cpu_milliseconds: String,
}

/// Nothing where the page is not there.
pub(super) fn read(root: &Path) -> Vec<Row> {
    let page = root.join("evaluation").join("results").join("qdrant.md");
    parse(&std::fs::read_to_string(page).unwrap_or_default())
}

/// Rows of the table of times: units, clients, p50, p99, most, questions a second, CPU, failures, found.
fn parse(page: &str) -> Vec<Row> {
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [units, "1", p50, _, _, _, cpu, _, found] = cells.as_slice() else { return None };
        found.ends_with('%').then_some(())?;
        let (units, p50_milliseconds) = (units.parse().ok()?, p50.parse().ok()?);
        Some(Row { units, p50_milliseconds, cpu_milliseconds: (*cpu).to_owned() })
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_client_is_compared() {
        let page = "| units | clients |\n|---:|---:|\n| 20000 | 1 | 33.6 | 89.3 | 124.5 | 27 | 9.0 | 0 | 96 % |\n\
                    | 20000 | 8 | 140.6 | 305.6 | 334.1 | 53 | 8.2 | 0 | 97 % |\n| 1 | 1 | 18 | 0 | 3 | 226 | 229 | 54 | 2703 |\n";
        let row = Row { units: 20_000, p50_milliseconds: 33.6, cpu_milliseconds: "9.0".to_owned() };
        assert_eq!(parse(page), [row]);
    }
}
