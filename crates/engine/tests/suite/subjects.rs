//! Answers that begin with files or with a change instead of words.

use crate::support::Ground;
use orienteer_engine::{
    Change, ContextAnswer, ContextRequest, EngineError, Form, Hit, PatchError, SearchFilter, Subject,
};

const BELLOWS: &str = "class Bellows:
    def press(self, times):
        return [self.blow(time) for time in range(times)]

    def blow(self, time):
        return time


def seldom():
    return 1
";

/// A forge with more users of the bellows than any list holds.
fn forge() -> Ground {
    let forge = Ground::new();
    forge.write("forge/bellows.py", BELLOWS);
    for number in 0..130 {
        forge.write(
            &format!("forge/smiths/smith_{number}.py"),
            &format!(
                "from forge.bellows import Bellows\n\n\ndef work_{number}():\n    bellows = Bellows()\n    return bellows.press({number})\n"
            ),
        );
    }
    forge.write(
        "tests/test_bellows.py",
        "from forge.bellows import Bellows\n\n\ndef test_press():\n    bellows = Bellows()\n    assert bellows.press(0) == []\n",
    );
    forge.write("docs/guide.md", "# Guide\n\n## Air\n\nUse `Bellows.press` to make the fire hot.\n");
    forge.write("forge/anvil.py", "def strike(iron):\n    return iron\n");
    forge
}

const PRESSED: &str = "--- a/forge/bellows.py
+++ b/forge/bellows.py
@@ -1,5 +1,5 @@
 class Bellows:
     def press(self, times):
-        return [self.blow(time) for time in range(times)]
+        return [self.blow(time) for time in range(times + 1)]
 
     def blow(self, time):
";

fn about(subject: Subject) -> ContextRequest {
    ContextRequest { subject, ..ContextRequest::new("") }
}

fn patch(text: &str) -> ContextRequest {
    about(Subject::Change(Change::Patch(text.as_bytes().to_vec())))
}

fn files(paths: &[&str]) -> ContextRequest {
    about(Subject::Files(paths.iter().map(|path| (*path).to_owned()).collect()))
}

fn ask(forge: &Ground, request: &ContextRequest) -> Result<ContextAnswer, EngineError> {
    let (workspace, view) = forge.open();
    let answer = workspace.context(&view, request);
    if let Ok(answer) = &answer {
        assert!(answer.tokens <= request.budget);
        assert!(answer.ranked.iter().all(is_explained));
    }
    answer
}

/// The numbers of a hit give its score.
fn is_explained(hit: &Hit) -> bool {
    let evidence: f32 = hit.parts.iter().map(|part| part.value * part.weight).sum();
    hit.factors.iter().fold(evidence, |score, factor| score * factor.value) == hit.score
}

fn names<'a>(answer: &'a ContextAnswer, channel: &str) -> Vec<&'a str> {
    let found = answer.ranked.iter().filter(|hit| hit.channels.contains(&channel));
    found.map(|hit| hit.place.name.as_str()).collect()
}

#[test]
fn a_change_brings_what_it_touches() {
    let forge = forge();
    let answer = ask(&forge, &patch(PRESSED)).expect("an answer");
    assert_eq!(answer.ranked[0].place.name, "Bellows.press");
    assert_eq!(answer.items[0].form, Form::Body);
    assert_eq!(names(&answer, "changed"), ["Bellows.press"]);
    assert!(names(&answer, "caller").contains(&"work_0"), "{:?}", names(&answer, "caller"));
    assert_eq!(names(&answer, "test"), ["test_press"]);
    assert_eq!(names(&answer, "docs").len(), 1);
    assert!(!answer.text.contains("strike"), "{}", answer.text);
    assert_eq!(answer.ranked.len(), 100);
    let diff = answer.diff.expect("a change");
    assert_eq!(diff.files, ["forge/bellows.py"]);
}

#[test]
fn a_patch_that_the_tree_has_already_is_the_same_change() {
    let (before, after) = (forge(), forge());
    after.write("forge/bellows.py", &BELLOWS.replace("range(times)", "range(times + 1)"));
    let [before, after] = [&before, &after].map(|forge| ask(forge, &patch(PRESSED)).expect("an answer"));
    assert_eq!(names(&before, "changed"), names(&after, "changed"));
    assert_eq!(before.diff, after.diff);
}

#[test]
fn whoever_uses_what_is_gone_is_found_by_name() {
    let forge = forge();
    forge.write(
        "forge/chimney.py",
        "from forge.bellows import seldom\n\n\ndef draw():\n    return seldom()\n",
    );
    forge.write("forge/bellows.py", &BELLOWS[..BELLOWS.find("\n\ndef seldom").expect("a function")]);
    let gone = "--- a/forge/bellows.py\n+++ b/forge/bellows.py\n@@ -5,6 +5,2 @@ class Bellows:\n     def blow(self, time):\n         return time\n-\n-\n-def seldom():\n-    return 1\n";
    let answer = ask(&forge, &patch(gone)).expect("an answer");
    assert!(names(&answer, "gone").contains(&"draw"), "{:?}", names(&answer, "gone"));
    let diff = answer.diff.expect("a change");
    assert_eq!(diff.deleted.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(), ["seldom"]);
}

#[test]
fn what_the_patch_would_take_away_is_still_in_the_tree() {
    let forge = forge();
    let taken =
        "--- a/forge/bellows.py\n+++ b/forge/bellows.py\n@@ -8,3 +8,0 @@\n-\n-def seldom():\n-    return 1\n";
    let answer = ask(&forge, &patch(taken)).expect("an answer");
    assert!(names(&answer, "changed").contains(&"seldom"), "{:?}", names(&answer, "changed"));
    assert!(names(&answer, "gone").is_empty());
}

#[test]
fn filters_hold_for_changes_too() {
    let forge = forge();
    let filter = SearchFilter { no_tests: true, ..SearchFilter::default() };
    let answer = ask(&forge, &ContextRequest { filter, ..patch(PRESSED) }).expect("an answer");
    assert!(names(&answer, "test").is_empty());
}

#[test]
fn a_change_of_everything_leaves_room_for_what_is_around() {
    let forge = forge();
    let mut text = String::from("def start():\n    return 0\n");
    for number in 0..150 {
        text.push_str(&format!("\n\ndef forge_{number}():\n    return start()\n"));
    }
    forge.write("forge/many.py", &text);
    forge.write("forge/user.py", "from forge.many import start\n\n\ndef use_it():\n    return start()\n");
    let lines: Vec<String> = text.lines().map(|line| format!("+{line}\n")).collect();
    let made =
        format!("--- /dev/null\n+++ b/forge/many.py\n@@ -0,0 +1,{} @@\n{}", lines.len(), lines.concat());
    let answer = ask(&forge, &patch(&made)).expect("an answer");
    assert!(names(&answer, "changed").len() > 50);
    assert!(names(&answer, "caller").contains(&"use_it"), "{:?}", names(&answer, "caller"));
}

#[test]
fn a_change_that_cannot_be_told_is_refused() {
    let forge = forge();
    let other = patch(&PRESSED.replace("self.blow(time) for time in range(times)]", "other(times)]"));
    let refused = ask(&forge, &other);
    assert!(matches!(refused, Err(EngineError::Patch(PatchError::OtherLines { .. }))), "{refused:?}");
    assert!(matches!(ask(&forge, &patch("words")), Err(EngineError::Patch(PatchError::NoFile))));
    let with_task = ContextRequest { task: "press".to_owned(), ..patch(PRESSED) };
    assert!(matches!(ask(&forge, &with_task), Err(EngineError::TaskOfChange)));
    let empty = ask(&forge, &patch("")).expect("no change is no error");
    assert!(empty.items.is_empty() && empty.diff.is_some_and(|diff| diff.is_empty()));
}

#[test]
fn files_bring_their_units_and_their_users() {
    let forge = forge();
    let answer = ask(&forge, &files(&["forge/bellows.py"])).expect("an answer");
    let own = names(&answer, "file");
    assert_eq!(own.len(), 4, "{own:?}");
    assert!(answer.ranked[..4].iter().all(|hit| hit.place.path == "forge/bellows.py"));
    assert_eq!(own.last(), Some(&"seldom"), "what nobody uses comes last");
    let callers = names(&answer, "caller");
    assert!(callers.contains(&"work_0") && callers.len() > 80, "{callers:?}");
    assert_eq!(answer.ranked.len(), 100);
    let missing = ask(&forge, &files(&["forge/fire.py"]));
    assert!(matches!(missing, Err(EngineError::NoSuchFile { path }) if path == "forge/fire.py"));
}

#[test]
fn a_task_ranks_within_files() {
    let forge = forge();
    let task = |task: &str| {
        let request = ContextRequest { task: task.to_owned(), ..files(&["forge/bellows.py"]) };
        ask(&forge, &request)
    };
    assert_eq!(task("blow air").expect("an answer").ranked[0].place.name, "Bellows.blow");
    let answer = task("strike the iron with seldom used tools").expect("an answer");
    assert_eq!(answer.ranked[0].place.name, "seldom");
    assert!(answer.ranked.iter().all(|hit| hit.place.path != "forge/anvil.py"), "not near the file");
    assert!(matches!(task("the and"), Err(EngineError::Search(_))));
}
