//! Paths through a syntax tree and conditions on nodes: the small language that tables are written in.
//!
//! A path is alternatives separated by ` | `, each a list of steps separated by `/`; the first alternative that leads
//! anywhere wins. Steps: `field` (children in that field), `field+` (that field again and again, to the last),
//! `field*` (the same from every node found, which may lack it),
//! `<kind>` (children of a kind, keywords too; several kinds separated by spaces), `<<kind>>` (the same at any depth, outermost),
//! `*` (all named children), `head` (the first named child that is no comment), `first`, `last`, `only` (of what was found so far), `^` (parent), `.` (the node itself).

use crate::kinds::Kinds;
use orienteer_syntax::Node;

/// Where to go from a node.
#[derive(Clone, Debug)]
pub struct Path {
    alternatives: Vec<Vec<Step>>,
}

#[derive(Clone, Debug)]
enum Step {
    Field(u16),
    FieldRepeated(u16),
    FieldFollowed(u16),
    Kinds(Vec<u16>),
    KindsDeep(Vec<u16>),
    AnyNamed,
    Head,
    First,
    Last,
    Only,
    Parent,
    Itself,
    Before,
    After,
    OfKind(Vec<u16>),
}

impl Path {
    pub(crate) fn compile(text: &str, grammar: &Kinds<'_>) -> Result<Path, String> {
        let alternatives = text
            .split(" | ")
            .map(|alternative| {
                alternative.split('/').map(|step| compile_step(step.trim(), grammar)).collect()
            })
            .collect::<Result<_, _>>()?;
        Ok(Path { alternatives })
    }

    /// Puts every node that the path leads to into `found`, in source order.
    pub fn all<'t>(&self, node: Node<'t>, found: &mut Vec<Node<'t>>) {
        found.clear();
        for steps in &self.alternatives {
            let Some((first, rest)) = steps.split_first() else { continue };
            from_node(first, node, found);
            for step in rest {
                apply(step, found);
            }
            if !found.is_empty() {
                return;
            }
        }
    }

    /// Whether the path leads to a node that passes.
    fn any<'t>(&self, node: Node<'t>, passes: impl Fn(Node<'t>) -> bool) -> bool {
        if let [alternative] = &self.alternatives[..]
            && let [Step::Field(field)] = alternative[..]
        {
            return node.child_in(field).is_some_and(passes);
        }
        let mut found = Vec::new();
        self.all(node, &mut found);
        found.into_iter().any(passes)
    }

    /// The first node that the path leads to.
    pub fn first<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.alternatives.iter().find_map(|steps| match plain(steps) {
            Some(steps) => first_of(node, steps),
            None => {
                let mut found = vec![node];
                steps.iter().for_each(|step| apply(step, &mut found));
                found.first().copied()
            }
        })
    }
}

/// Steps that lead to one node at a time, which most paths consist of: they need no list.
fn plain(steps: &[Step]) -> Option<&[Step]> {
    let (last, before) = steps.split_last()?;
    let single = |step: &Step| {
        let same = matches!(step, Step::Itself | Step::Head | Step::Parent | Step::OfKind(_));
        same || matches!(step, Step::Field(_) | Step::FieldRepeated(_) | Step::FieldFollowed(_))
    };
    let ends = single(last) || matches!(last, Step::Kinds(_));
    (ends && before.iter().all(single)).then_some(steps)
}

/// Follows plain steps; of several nodes in one field or of one kind it takes the first.
fn first_of<'t>(mut node: Node<'t>, steps: &[Step]) -> Option<Node<'t>> {
    for step in steps {
        node = match step {
            Step::Head => head(node)?,
            Step::Parent => node.parent()?,
            Step::Field(field) => node.child_in(*field)?,
            Step::FieldRepeated(field) => repeat(node, *field)?,
            Step::FieldFollowed(field) => repeat(node, *field).unwrap_or(node),
            Step::OfKind(kinds) => kinds.contains(&node.kind()).then_some(node)?,
            Step::Kinds(kinds) => node.children().find(|child| kinds.contains(&child.kind()))?,
            _ => node,
        };
    }
    Some(node)
}

/// Replaces the nodes found so far by those that one step leads to.
fn apply<'t>(step: &Step, found: &mut Vec<Node<'t>>) {
    match step {
        Step::Itself => {}
        Step::First => found.truncate(1),
        Step::Last => drop(found.drain(..found.len().saturating_sub(1))),
        Step::Only if found.len() == 1 => {}
        Step::Only => found.clear(),
        _ => std::mem::take(found).into_iter().for_each(|node| from_node(step, node, found)),
    }
}

/// Adds the nodes that one step leads to from one node.
fn from_node<'t>(step: &Step, node: Node<'t>, found: &mut Vec<Node<'t>>) {
    match step {
        Step::Itself | Step::First | Step::Last | Step::Only => found.push(node),
        Step::Head => found.extend(head(node)),
        Step::Parent => found.extend(node.parent()),
        Step::Before => found.extend(node.previous_named()),
        Step::After => found.extend(node.next_named()),
        Step::OfKind(kinds) => found.extend(kinds.contains(&node.kind()).then_some(node)),
        Step::Field(field) => {
            found.extend(node.children_in(*field).filter(Node::is_named));
        }
        Step::FieldRepeated(field) => found.extend(repeat(node, *field)),
        Step::FieldFollowed(field) => found.push(repeat(node, *field).unwrap_or(node)),
        Step::Kinds(kinds) => {
            found.extend(node.children().filter(|child| kinds.contains(&child.kind())));
        }
        Step::KindsDeep(kinds) => deep(node, kinds, found),
        Step::AnyNamed => found.extend(node.named_children().filter(|child| !child.is_extra())),
    }
}

/// The first named child, comments aside.
fn head(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children().find(|child| !child.is_extra())
}

fn repeat(mut node: Node<'_>, field: u16) -> Option<Node<'_>> {
    node = node.child_in(field)?;
    while let Some(next) = node.child_in(field) {
        node = next;
    }
    Some(node)
}

/// Outermost descendants of the kinds. Declarators and patterns are shallow; the bound guards against hostile nesting.
fn deep<'t>(node: Node<'t>, kinds: &[u16], found: &mut Vec<Node<'t>>) {
    const MOST_VISITED: usize = 2_000;
    let mut pending = vec![node];
    let mut visited = 0;
    while let Some(next) = pending.pop() {
        visited += 1;
        if visited > MOST_VISITED {
            return;
        }
        let children: Vec<Node<'t>> = next.named_children().collect();
        for child in children.into_iter().rev() {
            if kinds.contains(&child.kind()) { found.push(child) } else { pending.push(child) }
        }
    }
    found.sort_by_key(Node::start_byte);
}

fn compile_step(step: &str, grammar: &Kinds<'_>) -> Result<Step, String> {
    if let Some(kinds) = step.strip_prefix("<<").and_then(|rest| rest.strip_suffix(">>")) {
        return Ok(Step::KindsDeep(kind_ids(kinds, grammar)?));
    }
    if let Some(kinds) = step.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return Ok(Step::Kinds(kind_ids(kinds, grammar)?));
    }
    if let Some(kinds) = step.strip_prefix('?') {
        return Ok(Step::OfKind(kind_ids(kinds, grammar)?));
    }
    match step {
        "before" => Ok(Step::Before),
        "after" => Ok(Step::After),
        "*" => Ok(Step::AnyNamed),
        "head" => Ok(Step::Head),
        "first" => Ok(Step::First),
        "last" => Ok(Step::Last),
        "only" => Ok(Step::Only),
        "^" => Ok(Step::Parent),
        "." => Ok(Step::Itself),
        _ => compile_field(step, grammar),
    }
}

fn compile_field(step: &str, grammar: &Kinds<'_>) -> Result<Step, String> {
    if let Some(field) = step.strip_suffix('+') {
        return Ok(Step::FieldRepeated(field_id(field, grammar)?));
    }
    if let Some(field) = step.strip_suffix('*') {
        return Ok(Step::FieldFollowed(field_id(field, grammar)?));
    }
    Ok(Step::Field(field_id(step, grammar)?))
}

fn field_id(name: &str, grammar: &Kinds<'_>) -> Result<u16, String> {
    grammar.field(name).ok_or_else(|| format!("the grammar has no field `{name}`"))
}

/// The kind of what the grammar did not accept, which is the same in all grammars.
const ERROR: u16 = u16::MAX;

/// All numbers of the node kinds named in `names`, separated by spaces; `'word'` is the keyword where a node has the same name.
pub(crate) fn kind_ids(names: &str, grammar: &Kinds<'_>) -> Result<Vec<u16>, String> {
    let mut ids = Vec::new();
    for name in names.split_whitespace() {
        let before = ids.len();
        if let Some(keyword) = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')) {
            ids.extend(grammar.named(keyword).iter().filter(|kind| !kind.is_named).map(|kind| kind.id));
        } else {
            ids.extend(kinds_named(name, grammar));
        }
        if ids.len() == before {
            return Err(format!("the grammar has no node `{name}`"));
        }
    }
    Ok(ids)
}

fn kinds_named(name: &str, grammar: &Kinds<'_>) -> Vec<u16> {
    if name == "ERROR" {
        return vec![ERROR];
    }
    let all = grammar.named(name);
    let named: Vec<u16> =
        all.iter().filter(|kind| kind.is_named || !is_word(name)).map(|kind| kind.id).collect();
    // Keywords are anonymous nodes spelt like words.
    if named.is_empty() { all.iter().map(|kind| kind.id).collect() } else { named }
}

fn is_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A test on a node, written `path` (leads somewhere), `!path`, `path = kind kind` (is of one of these kinds),
/// `path != kind`, `path ~ text text` (the text of a node it leads to is one of these; `[A-Z]` stands for any that begins with a capital), `path !~ text`.
#[derive(Clone, Debug)]
pub struct Condition {
    path: Path,
    test: Test,
    negated: bool,
}

#[derive(Clone, Debug)]
enum Test {
    Exists,
    Kinds(Vec<u16>),
    Texts(Vec<String>),
}

impl Condition {
    pub(crate) fn compile(text: &str, grammar: &Kinds<'_>) -> Result<Condition, String> {
        if let Some((path, kinds)) = text.split_once(" = ") {
            return Self::with(path, Test::Kinds(kind_ids(kinds, grammar)?), false, grammar);
        }
        if let Some((path, kinds)) = text.split_once(" != ") {
            return Self::with(path, Test::Kinds(kind_ids(kinds, grammar)?), true, grammar);
        }
        if let Some((path, texts)) = text.split_once(" !~ ") {
            return Self::with(path, Test::Texts(words(texts)), true, grammar);
        }
        if let Some((path, texts)) = text.split_once(" ~ ") {
            return Self::with(path, Test::Texts(words(texts)), false, grammar);
        }
        match text.strip_prefix('!') {
            Some(path) => Self::with(path, Test::Exists, true, grammar),
            None => Self::with(text, Test::Exists, false, grammar),
        }
    }

    fn with(path: &str, test: Test, negated: bool, grammar: &Kinds<'_>) -> Result<Condition, String> {
        Ok(Condition { path: Path::compile(path.trim(), grammar)?, test, negated })
    }

    pub fn holds<'t>(&self, node: Node<'t>, source: &[u8]) -> bool {
        let matched = match &self.test {
            Test::Exists => self.path.first(node).is_some(),
            Test::Kinds(kinds) => self.path.first(node).is_some_and(|found| kinds.contains(&found.kind())),
            Test::Texts(texts) => self.path.any(node, |found| {
                let text = source.get(found.bytes()).unwrap_or_default();
                texts.iter().any(|candidate| is_text(candidate, text))
            }),
        };
        matched != self.negated
    }
}

fn is_text(candidate: &str, text: &[u8]) -> bool {
    match candidate {
        "[A-Z]" => text.first().is_some_and(u8::is_ascii_uppercase),
        _ => candidate.as_bytes() == text,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
