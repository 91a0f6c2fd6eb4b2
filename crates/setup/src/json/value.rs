//! A value to be written, in the order and the layout in which people would write it.

use super::{Node, Shape};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(u32),
    Flag(bool),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// How a text is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) newline: &'static str,
    /// One step of indentation.
    pub(crate) step: String,
}

impl Value {
    pub(crate) fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    pub(crate) fn texts(texts: &[&str]) -> Value {
        Value::List(texts.iter().copied().map(Value::text).collect())
    }

    pub(crate) fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
        Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Whether a value of a text says the same.
    pub(crate) fn is_at(&self, text: &str, node: &Node) -> bool {
        match (self, &node.shape) {
            (Value::Text(own), Shape::Text(theirs)) => own == theirs,
            (Value::Number(_) | Value::Flag(_), Shape::Plain) => {
                text.get(node.span.clone()) == Some(self.on_one_line().as_str())
            }
            (Value::List(own), Shape::Array(theirs)) => {
                own.len() == theirs.len()
                    && own.iter().zip(theirs).all(|(own, item)| own.is_at(text, &item.value))
            }
            (Value::Object(own), Shape::Object(theirs)) => {
                let has = |(key, value): &(String, Value)| {
                    node.member(key).is_some_and(|member| value.is_at(text, member))
                };
                own.len() == theirs.len() && own.iter().all(has)
            }
            _ => false,
        }
    }

    pub(crate) fn on_one_line(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match self {
            Value::Text(text) => quoted(text),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::List(items) => format!("[{}]", joined(items.iter().map(Value::on_one_line).collect())),
            Value::Object(members) => {
                let member =
                    |(key, value): &(String, Value)| format!("{}: {}", quoted(key), value.on_one_line());
                format!("{{{}}}", joined(members.iter().map(member).collect()))
            }
        }
    }

    /// With its parts on lines of their own, where `indent` is that of the line it begins on.
    pub(crate) fn on_lines(&self, layout: &Layout, indent: &str) -> String {
        let inner = format!("{indent}{}", layout.step);
        let parts: Vec<String> = match self {
            Value::Object(members) => {
                let line = |(key, value): &(String, Value)| {
                    format!("{}: {}", quoted(key), value.on_lines(layout, &inner))
                };
                members.iter().map(line).collect()
            }
            Value::List(items) if items.iter().any(|item| matches!(item, Value::Object(_))) => {
                items.iter().map(|item| item.on_lines(layout, &inner)).collect()
            }
            _ => return self.on_one_line(),
        };
        let (open, close) = if matches!(self, Value::Object(_)) { ('{', '}') } else { ('[', ']') };
        let newline = layout.newline;
        let lines = parts.join(&format!(",{newline}{inner}"));
        format!("{open}{newline}{inner}{lines}{newline}{indent}{close}")
    }
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
