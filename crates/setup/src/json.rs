//! JSON as people keep it: with comments and commas at the end. Read into places, so that an edit touches nothing else.

mod edit;
mod reader;
mod value;

pub(crate) use edit::{
    default_member, drop_default, drop_items, drop_member, has_object, push_item, set_member,
};
pub(crate) use value::Value;

use std::ops::Range;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Object(Vec<Item>),
    Array(Vec<Item>),
    Text(String),
    /// A number, `true`, `false` or `null`, told apart by its letters.
    Plain,
}

/// What an object or an array holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// Of a member of an object.
    pub(crate) key: Option<String>,
    /// Where its key, or else its value, begins.
    pub(crate) start: usize,
    pub(crate) value: Node,
    /// Where the comma after it stands.
    pub(crate) comma: Option<usize>,
}

impl Node {
    pub(crate) fn items(&self) -> &[Item] {
        match &self.shape {
            Shape::Object(items) | Shape::Array(items) => items,
            Shape::Text(_) | Shape::Plain => &[],
        }
    }

    /// Position of a member; of several with one name the last counts, as for those who read the file.
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        self.items().iter().rposition(|item| item.key.as_deref() == Some(key))
    }

    pub(crate) fn member(&self, key: &str) -> Option<&Node> {
        self.position(key).map(|at| &self.items()[at].value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        }
    }
}
