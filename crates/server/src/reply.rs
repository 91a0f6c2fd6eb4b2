//! What a tool says: text, the same as data where the tool promises that, or what went wrong and the way out.

use crate::blocking::Failure;
use crate::gauge::Standing;
use orienteer_engine::{EngineError, count_tokens};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

/// The least that a caller may allow; errors and news of the index stay below it.
pub(crate) const LEAST_TOKENS: usize = 100;
const ELLIPSIS: &str = "…";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reply {
    pub text: String,
    /// All that the text says: some clients show their model one of the two.
    pub data: Option<Value>,
    pub is_error: bool,
}

impl Reply {
    pub(crate) fn error(message: &str, hint: Option<&str>) -> Reply {
        let hint = hint.map_or_else(String::new, |hint| format!("\nhint: {hint}"));
        // The hint is ours and short; the message may quote what was asked. Two texts may have a token more together.
        let room = LEAST_TOKENS.saturating_sub(count_tokens(&hint) + 2);
        Reply { text: within(message, room) + &hint, data: None, is_error: true }
    }

    /// There is no index yet: nothing was found because nothing was looked at.
    pub(crate) fn indexing(standing: &Standing) -> Reply {
        let note = format!(
            "indexing this repository for the first time: {standing}. Nothing was searched yet; ask again in a few seconds."
        );
        let data = json!({ "items": [], "partial": true, "note": note });
        Reply { text: note, data: Some(data), is_error: false }
    }

    pub(crate) fn result(self) -> CallToolResult {
        let content = vec![ContentBlock::text(self.text)];
        let mut result =
            if self.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = self.data;
        result
    }
}

impl From<Failure> for Reply {
    fn from(failure: Failure) -> Reply {
        let hint = match &failure {
            Failure::Engine(error) => hint(error),
            Failure::Panicked => Some("ask in other words"),
        };
        Reply::error(&failure.to_string(), hint)
    }
}

/// In the words of the tools, where the engine speaks of the command line.
fn hint(error: &EngineError) -> Option<&'static str> {
    match error {
        EngineError::NoBudget | EngineError::BudgetTooSmall { .. } => Some("raise max_tokens"),
        EngineError::UnknownLanguage { .. } => {
            Some("leave languages out, or name one by its usual file ending")
        }
        EngineError::BadGlob { .. } => Some("a glob is like src/**/*.rs, or !tests/** to leave out"),
        EngineError::TaskOfChange => Some("give task or diff, not both"),
        EngineError::NoSuchFile { .. } => {
            Some("give paths from the root of the repository; ignored files are not indexed")
        }
        error => error.hint(),
    }
}

/// As much of the beginning as so many tokens hold.
pub(crate) fn within(text: &str, tokens: usize) -> String {
    // No token is longer than this many bytes often enough to matter, and counting a megabyte would.
    let mut kept = beginning(text, tokens * 16);
    while kept.len() > ELLIPSIS.len() && count_tokens(&kept) > tokens {
        kept = beginning(&kept, kept.len() * 3 / 4);
    }
    kept
}

fn beginning(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let mut end = bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].trim_end_matches(ELLIPSIS).to_owned() + ELLIPSIS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_short_and_keep_their_hint() {
        for message in ["é".repeat(100_000), "a b ".repeat(50_000), "\u{1F9ED}".repeat(9_999)] {
            let reply = Reply::error(&message, Some("say less"));
            assert!(reply.text.ends_with("\nhint: say less"));
            assert!(count_tokens(&reply.text) <= LEAST_TOKENS, "{}", count_tokens(&reply.text));
        }
        assert_eq!(within("short", 5), "short");
    }
}
