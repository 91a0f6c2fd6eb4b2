//! Whole pages of results with their feature tables, as they are. `UPDATE_EXPECT=1` rewrites them; a change here is a change of
//! ranking that somebody should look at.

use crate::support::{Index, request};
use expect_test::{ExpectFile, expect_file};
use orienteer_search::{Part, Ranked};
use std::fmt::Write;

/// A warehouse: a store with its own test, an older version, an example and a page of documentation.
fn warehouse() -> Index {
    Index::new(&[
        (
            "warehouse/stock_counter.py",
            "\"\"\"Counts what lies in the shelves.\"\"\"\n\n\nclass StockCounter:\n    \"\"\"Keeps the stock of every shelf.\"\"\"\n\n    def count_boxes(self, shelf):\n        \"\"\"Counts the boxes of a shelf.\"\"\"\n        return len(shelf.boxes)\n\n    def move_box(self, box, shelf):\n        shelf.boxes.append(box)\n\n    def find_lost_boxes(self):\n        return [box for box in self.boxes if box.shelf is None]\n",
        ),
        (
            "warehouse/router.py",
            "def plan_route(forklift, stops):\n    \"\"\"The shortest way of a forklift between its stops.\"\"\"\n    return sorted(stops, key=forklift.distance)\n",
        ),
        (
            "warehouse/v1/labels.py",
            "def print_label(box):\n    \"\"\"Prints the label of a box.\"\"\"\n    return box.label\n",
        ),
        (
            "warehouse/v2/labels.py",
            "def print_label(box, printer):\n    \"\"\"Prints the label of a box.\"\"\"\n    return printer.show(box.label)\n",
        ),
        (
            "tests/test_stock_counter.py",
            "def test_count_boxes():\n    assert StockCounter().count_boxes(shelf_of(3)) == 3\n",
        ),
        (
            "examples/count.py",
            "def count_all_boxes(shelves):\n    return sum(len(shelf.boxes) for shelf in shelves)\n",
        ),
        ("docs/guide.md", "# Counting boxes\n\nCall `count_boxes` to count the boxes of a shelf.\n"),
    ])
}

fn check(query: &str, expected: ExpectFile) {
    let index = warehouse();
    let answer = index.ask(None, &request(query, 4)).expect("an answer");
    let mut page = format!("{query}\n");
    for (ranked, title) in answer.ranked.iter().zip(index.titles(&answer)) {
        let _ = writeln!(page, "\n{:.3} {title}", ranked.score);
        table(&mut page, ranked);
    }
    expected.assert_eq(&page);
}

fn table(page: &mut String, ranked: &Ranked) {
    for part in ranked.parts.iter().filter(|part| part.value > 0.0) {
        let _ = writeln!(
            page,
            "    {:<12} {:.3} x {:.3} = {:.3}",
            part.name,
            part.value,
            part.weight,
            part.product()
        );
    }
    for factor in &ranked.factors {
        let _ = writeln!(page, "    {:<12} x {:.3}", factor.name, factor.value);
    }
    let sum: f32 = ranked.parts.iter().map(Part::product).sum();
    let product = ranked.factors.iter().fold(sum, |score, factor| score * factor.value);
    assert_eq!(product.to_bits(), ranked.score.to_bits(), "the table is the score");
}

#[test]
fn a_question_in_words() {
    check("how are the boxes of a shelf counted", expect_file!["pages/words.txt"]);
}

#[test]
fn a_name() {
    check("StockCounter.count_boxes", expect_file!["pages/name.txt"]);
}

#[test]
fn agents_are_found_by_what_they_do() {
    check("where is the route of forklifts planned", expect_file!["pages/agent.txt"]);
}

#[test]
fn the_later_of_two_versions_comes_first() {
    check("print the label of a box", expect_file!["pages/versions.txt"]);
}

#[test]
fn a_report_with_a_trace() {
    check(
        "Lost boxes are counted twice\n\nAfter `move_box` the count is wrong:\n\n  File \"warehouse/stock_counter.py\", line 9, in count_boxes\n    return len(shelf.boxes)\n",
        expect_file!["pages/report.txt"],
    );
}

#[test]
fn tests_come_first_where_they_are_asked_for() {
    check("tests of counting boxes", expect_file!["pages/tests.txt"]);
}
