//! The questions of the API, each answered from a small tree of a bell tower.

use crate::client::{Answer, House};
use serde_json::Value;

const TOWER: &str = "\
from bell import ring_bell

class Tower:
    \"\"\"A tower with a bell.\"\"\"

    def strike(self, hours):
        \"\"\"Strikes the hours on the bell.\"\"\"
        for hour in range(hours):
            ring_bell(self)

    def silence(self):
        return None
";

const TEST: &str = "\
from tower import Tower

def test_strike():
    Tower().strike(3)
";

/// A tree with a caller, a test and a document.
pub fn house() -> House {
    let house = House::open(|_| {});
    house.write("tower.py", TOWER);
    house.write("tests/test_tower.py", TEST);
    house.write("README.md", "# Bells\n\n`ring_bell` rings the bell; `Tower.strike` strikes the hours.\n");
    house
}

/// An answer that has to be good.
pub fn good(house: &House, path: &str) -> Value {
    let answer = house.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    assert_eq!(answer.header("content-type").as_deref(), Some("application/json"), "{path}");
    answer.json()
}

/// An error that has to be a problem document.
pub fn problem(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert_eq!(answer.header("content-type").as_deref(), Some("application/problem+json"), "{}", answer.text);
    let problem = answer.json();
    assert_eq!((&problem["status"], &problem["type"]), (&status.into(), &"about:blank".into()));
    assert!(problem["title"].is_string() && !problem["detail"].as_str().unwrap().is_empty(), "{problem}");
    problem
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["place"]["name"].as_str().unwrap()).collect()
}

#[test]
fn words_find_units_with_marked_lines() {
    let house = house();
    let page = good(&house, "/api/v1/search?q=strikes+the+hours&no_tests=true");
    let first = &page["results"][0];
    assert_eq!(first["place"]["name"], "Tower.strike");
    assert_eq!((&first["score"], &first["place"]["test"]), (&1.0.into(), &false.into()));
    assert_eq!(first["place"]["unit"], "tower.py:6:Tower.strike");
    let line = &first["lines"][0];
    let (text, mark) = (line["text"].as_str().unwrap(), &line["marks"][0]);
    let range = mark[0].as_u64().unwrap() as usize..mark[1].as_u64().unwrap() as usize;
    assert_eq!((line["number"].as_u64(), &text[range]), (Some(7), "Strikes"));
    let origin = &page["origin"];
    assert_eq!((&origin["state"], origin["snapshot"].as_str().unwrap().len()), (&"current".into(), 12));
    assert!(names(&page["results"]).iter().all(|name| *name != "test_strike"), "{page}");
    house.close();
}

#[test]
fn pages_follow_each_other_and_none_is_told_twice() {
    let house = house();
    for number in 0..30 {
        house.write(
            &format!("bells/bell_{number:02}.py"),
            &format!("def bell_{number}():\n    return 'bell'\n"),
        );
    }
    let whole = good(&house, "/api/v1/search?q=bell&limit=25");
    let mut told = Vec::new();
    let mut next = Some(0);
    while let Some(offset) = next.filter(|_| told.len() < 25) {
        let page = good(&house, &format!("/api/v1/search?q=bell&limit=5&offset={offset}"));
        told.extend(names(&page["results"]).into_iter().map(str::to_owned));
        next = page["next_offset"].as_u64();
    }
    assert_eq!(told, names(&whole["results"]));
    let last = good(&house, "/api/v1/search?q=bell&limit=100&offset=0");
    assert!(last.get("next_offset").is_none() && last["results"].as_array().unwrap().len() > 30, "{last}");
    house.close();
}

#[test]
fn a_budget_decides_what_is_left_out() {
    let house = house();
    let task = "/api/v1/context?task=strike+the+hours+on+the+bell";
    let (large, small) = (good(&house, task), good(&house, &format!("{task}&budget=130")));
    for pack in [&large, &small] {
        assert!(pack["tokens"].as_u64() <= pack["budget"].as_u64(), "{pack}");
        let in_all = pack["items"].as_array().unwrap().len() + pack["left_out"].as_array().unwrap().len();
        assert_eq!(
            in_all,
            large["items"].as_array().unwrap().len() + large["left_out_count"].as_u64().unwrap() as usize
        );
    }
    assert!(small["left_out_count"].as_u64() > large["left_out_count"].as_u64());
    assert!(!small["left_out"][0]["why"].as_str().unwrap().is_empty(), "{small}");
    let body = large["items"].as_array().unwrap().iter().find(|item| item["form"] == "body").unwrap();
    let text = body["lines"][0]["text"].as_str().unwrap();
    assert!(large["text"].as_str().unwrap().contains(text), "{text}");
    assert!(!body["reasons"].as_array().unwrap().is_empty());
    house.close();
}

#[test]
fn the_reasons_add_up_to_the_score() {
    let house = house();
    let why = good(&house, "/api/v1/why?task=strike+the+hours&unit=tower.py:6:Tower.strike");
    let sum: f64 =
        why["parts"].as_array().unwrap().iter().map(|part| part["product"].as_f64().unwrap()).sum();
    let factors = why["factors"].as_array().unwrap().iter().map(|by| by["factor"].as_f64().unwrap());
    let product = factors.fold(sum, |score, factor| score * factor);
    let score = why["score"].as_f64().unwrap();
    assert!((product - score).abs() < 1e-4 * score, "{product} {score}");
    assert_eq!((&why["rank"], &why["relative"]), (&1.into(), &1.0.into()));
    assert!(why["outcome"].as_str().unwrap().starts_with("packed as"), "{why}");
    let stages: Vec<&str> =
        why["steps"].as_array().unwrap().iter().map(|step| step["stage"].as_str().unwrap()).collect();
    assert!(stages.contains(&"rank") && stages.last() == Some(&"pack"), "{stages:?}");
    let unknown = problem(&house.get("/api/v1/why?task=strike+the+hours&unit=Tower.strik"), 404);
    assert_eq!(unknown["nearest"][0]["name"], "Tower.strike");
    house.close();
}

#[test]
fn a_symbol_has_its_relations_and_a_wrong_one_its_neighbours() {
    let house = house();
    let symbol = good(&house, "/api/v1/symbol?name=ring_bell");
    let definition = &symbol["definitions"][0];
    assert_eq!(definition["source"][0]["text"], "def ring_bell(tower):");
    let groups = definition["relations"].as_array().unwrap();
    let callers = groups.iter().find(|group| group["role"] == "callers").unwrap();
    assert_eq!(callers["places"][0]["place"]["name"], "Tower.strike");
    let wrong = good(&house, "/api/v1/symbol?name=ring_bel");
    assert_eq!(
        (&wrong["definitions"], &wrong["nearest"][0]["name"]),
        (&Value::Array(Vec::new()), &"ring_bell".into())
    );
    house.close();
}

#[test]
fn a_neighbourhood_is_nodes_and_edges_that_can_be_followed() {
    let house = house();
    let graph = good(&house, "/api/v1/graph?unit=Tower.strike");
    let nodes = graph["nodes"].as_array().unwrap();
    assert_eq!((&graph["center"], &graph["center"]), (&nodes[0]["unit"], &"tower.py:6:Tower.strike".into()));
    let edge = |kind: &str, from: &str, to: &str| {
        let edges = graph["edges"].as_array().unwrap().iter();
        edges.filter(|edge| edge["kind"] == kind && edge["from"] == from && edge["to"] == to).count()
    };
    let strike = "tower.py:6:Tower.strike";
    assert_eq!(edge("calls", strike, "bell.py:1:ring_bell"), 1, "{graph}");
    assert_eq!(edge("contains", "tower.py:3:Tower", strike), 1, "{graph}");
    assert_eq!(edge("tests", "tests/test_tower.py:3:test_strike", strike), 1, "{graph}");
    for node in nodes {
        let unit = node["unit"].as_str().unwrap().replace(' ', "%20").replace('#', "%23");
        assert_eq!(good(&house, &format!("/api/v1/graph?unit={unit}"))["center"], node["unit"]);
    }
    let cut = good(&house, "/api/v1/graph?unit=Tower.strike&limit=2&kinds=calls");
    assert_eq!((cut["nodes"].as_array().unwrap().len(), &cut["cut"]), (2, &true.into()), "{cut}");
    assert!(cut["edges"].as_array().unwrap().iter().all(|edge| edge["kind"] == "calls"));
    house.close();
}

#[test]
fn source_is_quoted_by_lines_and_by_unit() {
    let house = house();
    let lines = good(&house, "/api/v1/source?path=tower.py&from=6&to=7&q=strikes");
    assert_eq!(lines["lines"].as_array().unwrap().len(), 2);
    assert_eq!((&lines["language"], &lines["total_lines"]), (&"python".into(), &12.into()));
    assert_eq!(lines["lines"][1]["marks"][0], serde_json::json!([11, 18]));
    let unit = good(&house, "/api/v1/source?unit=Tower.silence");
    assert_eq!((&unit["from"], &unit["to"], &unit["current"]), (&11.into(), &12.into(), &true.into()));
    let past = good(&house, "/api/v1/source?path=tower.py&from=4000000000");
    assert_eq!(past["lines"].as_array().unwrap().len(), 0);
    house.close();
}

#[test]
fn status_and_projects_say_what_there_is() {
    let house = house();
    let before = good(&house, "/api/v1/status");
    assert_eq!((&before["indexed"], before.get("origin")), (&false.into(), None));
    assert_eq!(good(&house, "/api/v1/projects")["projects"][0]["indexed"], false);
    good(&house, "/api/v1/search?q=bell");
    let status = good(&house, "/api/v1/status");
    assert_eq!((&status["files"], &status["origin"]["state"]), (&4.into(), &"current".into()));
    assert!(
        status["units"].as_u64() > Some(5) && status["edges"].as_u64() > Some(5) && status["vectors"] == true
    );
    let project = &good(&house, "/api/v1/projects")["projects"][0];
    assert_eq!((&project["name"], &project["indexed"]), (&"tree".into(), &true.into()));
    let id = project["id"].as_str().unwrap();
    assert_eq!(good(&house, &format!("/api/v1/search?q=bell&project={id}"))["origin"]["project"], id);
    house.write("tower.py", "def other():\n    pass\n");
    let behind = good(&house, "/api/v1/status");
    assert_eq!(
        (&behind["origin"]["state"], &behind["origin"]["changed"][0]),
        (&"behind".into(), &"tower.py".into())
    );
    house.close();
}

#[test]
fn several_projects_are_told_apart() {
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("organ.py"), "def play_organ():\n    return 'pipes'\n").unwrap();
    let house = House::open_with(|options| options.folders.push(other.path().to_owned()), |_| {});
    let projects = good(&house, "/api/v1/projects");
    let ids: Vec<&str> = projects["projects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|project| project["id"].as_str().unwrap())
        .collect();
    let found = |id: &str| {
        good(&house, &format!("/api/v1/search?q=play+ring&project={id}"))["results"][0]["place"]["name"]
            .clone()
    };
    assert_eq!((found(ids[0]), found(ids[1])), ("ring_bell".into(), "play_organ".into()));
    problem(&house.get("/api/v1/search?q=bell&project=nobody"), 404);
    house.close();
}
