//! `orient similar`: units like one that is named, and nothing for a name that there is not.

use crate::program::Program;
use serde_json::Value;

fn harbour() -> Program {
    let program = Program::empty();
    let keeper = |name: &str, what: &str| {
        format!(
            "class {name}:\n    \"\"\"Keeps {what} in a file.\"\"\"\n\n    def load(self, path):\n        \"\"\"Reads {what} from a file.\"\"\"\n        with open(path) as file:\n            return [line.strip() for line in file]\n"
        )
    };
    program.write("harbour/ships.py", &keeper("Ships", "ships"));
    program.write("harbour/crews.py", &keeper("Crews", "crews"));
    for number in 0..15 {
        let text = format!(
            "def tide_{number}(hour):\n    \"\"\"Height of the sea.\"\"\"\n    return hour * {number}\n"
        );
        program.write(&format!("sea/tide_{number}.py"), &text);
    }
    program
}

#[test]
fn a_copy_comes_first_and_its_own_class_never() {
    let said = harbour().run(&["similar", "Ships.load", "--json"]).json();
    assert_eq!((said["of"]["name"].as_str(), said["others"].as_u64()), (Some("Ships.load"), Some(0)));
    let found = said["similar"].as_array().cloned().unwrap_or_default();
    let name = |unit: &Value| unit["place"]["name"].as_str().unwrap_or_default().to_owned();
    assert!(found.len() == 10 && name(&found[0]).starts_with("Crews"), "{found:?}");
    assert!(found.iter().all(|unit| !["Ships", "Ships.load"].contains(&name(unit).as_str())), "{found:?}");
    let shares: Vec<f64> = found.iter().filter_map(|unit| unit["similarity"].as_f64()).collect();
    assert!(shares.windows(2).all(|pair| pair[0] >= pair[1]) && shares[0] > 0.5, "{shares:?}");
}

#[test]
fn filters_hold() {
    let said = harbour().run(&["similar", "Ships", "--kind", "class"]);
    assert!(said.out.starts_with("like harbour/ships.py:1  class Ships\n"), "{}", said.out);
    assert!(
        said.out.contains("harbour/crews.py:1  class Crews") && said.out.lines().count() == 3,
        "{}",
        said.out
    );
}

#[test]
fn no_other_symbol_is_answered_for() {
    let said = harbour().run(&["similar", "ships.Load"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(
        said.err.contains("no such symbol: ships.Load") && said.err.contains("Ships.load"),
        "{}",
        said.err
    );
}
