//! A list of places with lines under each, as text and as data, cut so that neither is over its limit of tokens.

use crate::reply::Reply;
use orienteer_engine::{Freshness, Place, View, count_tokens, one_line};
use serde_json::{Value, json};

/// Digits of the snapshot's id that are told.
const ID_DIGITS: usize = 12;
/// Changed files that are named before the rest is counted.
const NAMED: usize = 5;

/// One place and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub place: Place,
    /// What stands behind the name, such as a score.
    pub mark: String,
    pub lines: Vec<String>,
}

/// An answer before it is cut.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// What is to be said before the list.
    pub note: Option<String>,
    pub entries: Vec<Entry>,
    /// The entries are not what was asked for, but what may have been meant.
    pub is_guess: bool,
    /// Not all of the tree was looked at.
    pub is_partial: bool,
    pub origin: Origin,
}

/// Where an answer comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub snapshot: String,
    changed: Vec<String>,
}

impl Origin {
    pub(crate) fn of(view: &View) -> Origin {
        let changed = match &view.freshness {
            Freshness::Current => Vec::new(),
            Freshness::Behind(changes) => {
                changes.changed.iter().chain(&changes.added).chain(&changes.removed).cloned().collect()
            }
        };
        Origin { snapshot: view.snapshot.id().to_string().chars().take(ID_DIGITS).collect(), changed }
    }

    /// `snapshot 0123, changed since: a.py, b.py and 3 more`.
    pub(crate) fn text(&self, named: usize) -> String {
        if self.changed.is_empty() {
            return format!("snapshot {}\n", self.snapshot);
        }
        let names: Vec<String> = self.changed.iter().take(named).map(|path| one_line(path)).collect();
        let rest = match (self.changed.len().saturating_sub(named), named) {
            (0, _) => String::new(),
            (rest, 0) => format!("{rest} files"),
            (rest, _) => format!(" and {rest} more"),
        };
        format!("snapshot {}, changed since: {}{rest}\n", self.snapshot, names.join(", "))
    }
}

impl Page {
    pub(crate) fn empty(origin: Origin) -> Page {
        Page { note: None, entries: Vec::new(), is_guess: false, is_partial: false, origin }
    }

    /// With the news that this is not all there is, before everything else.
    pub(crate) fn partial(mut self, news: Option<&str>) -> Page {
        if let Some(news) = news {
            self.note = Some(self.note.map_or_else(|| news.to_owned(), |note| format!("{news}\n{note}")));
            self.is_partial = true;
        }
        self
    }

    /// As many lines as fit, as text and as data alike.
    pub(crate) fn fit(&self, tokens: usize) -> Reply {
        let fitting = [NAMED, 0].into_iter().find_map(|named| self.largest(named, tokens));
        fitting
            .unwrap_or_else(|| Reply::error("max_tokens has no room for an answer", Some("raise max_tokens")))
    }

    /// None where not even one line fits.
    fn largest(&self, named: usize, tokens: usize) -> Option<Reply> {
        let total = self.entries.iter().map(Entry::size).sum::<usize>();
        let fits = |lines: usize| {
            let reply = self.written(lines, named);
            let data = reply.data.as_ref().map_or(0, |data| count_tokens(&data.to_string()));
            (data <= tokens && count_tokens(&reply.text) <= tokens).then_some(reply)
        };
        if let Some(whole) = fits(total) {
            return Some(whole);
        }
        let (mut best, mut low, mut high) = (None, 1, total);
        while low < high {
            let middle = low + (high - low) / 2;
            match fits(middle) {
                Some(reply) => (best, low) = (Some(reply), middle + 1),
                None => high = middle,
            }
        }
        best
    }

    /// With so many lines, headings included.
    fn written(&self, lines: usize, named: usize) -> Reply {
        let mut left = lines;
        let mut shown = Vec::new();
        for entry in &self.entries {
            if left == 0 {
                break;
            }
            let kept = entry.size().min(left);
            left -= kept;
            shown.push((entry, &entry.lines[..kept - 1]));
        }
        let is_cut = lines < self.entries.iter().map(Entry::size).sum();
        let cut = is_cut.then(|| {
            format!(
                "cut to max_tokens: {} of {} shown, the last may be shortened",
                shown.len(),
                self.entries.len()
            )
        });
        let notes: Vec<&str> = self.note.as_deref().into_iter().chain(cut.as_deref()).collect();
        Reply {
            text: self.as_text(&shown, cut.as_deref(), named),
            data: Some(self.as_data(&shown, &notes, named)),
            is_error: false,
        }
    }

    fn as_text(&self, shown: &[(&Entry, &[String])], cut: Option<&str>, named: usize) -> String {
        let mut text = self.note.as_ref().map_or_else(String::new, |note| format!("{note}\n"));
        for (entry, lines) in shown {
            text.push_str(&entry.heading());
            text.push('\n');
            lines.iter().for_each(|line| text.push_str(&format!("    {line}\n")));
        }
        text.extend(cut.map(|cut| format!("{cut}\n")));
        text + &self.origin.text(named)
    }

    fn as_data(&self, shown: &[(&Entry, &[String])], notes: &[&str], named: usize) -> Value {
        let entries: Vec<Value> = shown.iter().map(|(entry, lines)| entry.data(lines)).collect();
        let named: Vec<&String> = self.origin.changed.iter().take(named).collect();
        let mut data = json!({ "snapshot": self.origin.snapshot, "items": [] });
        data[if self.is_guess { "nearest" } else { "items" }] = entries.into();
        if !self.origin.changed.is_empty() {
            data["changed"] = json!(named);
            data["changed_count"] = self.origin.changed.len().into();
        }
        if self.is_partial {
            data["partial"] = true.into();
        }
        if !notes.is_empty() {
            data["note"] = notes.join("; ").into();
        }
        data
    }
}

impl Entry {
    fn size(&self) -> usize {
        self.lines.len() + 1
    }

    /// `app/store.py:12 method Store.load`.
    fn heading(&self) -> String {
        let Entry { place, mark, .. } = self;
        let test = if place.is_test { " (test)" } else { "" };
        let words = [
            position(place, place.line),
            format!("{}{test}", place.kind.name()),
            one_line(&place.name),
            mark.clone(),
        ];
        words.iter().filter(|word| !word.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    fn data(&self, lines: &[String]) -> Value {
        let place = &self.place;
        let mut data = json!({
            "path": place.path,
            "line": place.line,
            "end_line": place.end_line,
            "kind": place.kind.name(),
            "name": place.name,
        });
        if place.is_test {
            data["test"] = true.into();
        }
        if !self.mark.is_empty() {
            data["score"] = self.mark.as_str().into();
        }
        if !lines.is_empty() {
            data["text"] = lines.join("\n").into();
        }
        data
    }
}

/// What stands outside the source has no position.
pub(crate) fn position(place: &Place, line: u32) -> String {
    if place.path.is_empty() { String::new() } else { format!("{}:{line}", one_line(&place.path)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_engine::UnitKind;

    fn page(entries: usize, changed: usize) -> Page {
        let entry = |number: usize| Entry {
            place: Place {
                path: format!("src/rather_long_folder_name/file_{number}.rs"),
                line: 10,
                end_line: 20,
                name: format!("Thing{number}.work"),
                module: String::new(),
                kind: UnitKind::Method,
                is_test: false,
            },
            mark: "50%".to_owned(),
            lines: (0..number % 7)
                .map(|line| format!("{line} let value = {line} + \"quoted\\n\";"))
                .collect(),
        };
        let origin = Origin {
            snapshot: "0123456789ab".to_owned(),
            changed: (0..changed).map(|number| format!("src/changed/{number}/file.rs")).collect(),
        };
        Page { entries: (0..entries).map(entry).collect(), ..Page::empty(origin) }
    }

    #[test]
    fn neither_form_is_over_the_limit_and_most_of_it_is_used() {
        for changed in [0, 3, 4_000] {
            let page = page(40, changed);
            for tokens in [100, 150, 400, 1_000, 2_000] {
                let reply = page.fit(tokens);
                let data = reply.data.map(|data| data.to_string()).unwrap_or_default();
                let (text, data) = (count_tokens(&reply.text), count_tokens(&data));
                assert!(!reply.is_error && text <= tokens && data <= tokens, "{text} {data} of {tokens}");
                assert!(data + 60 > tokens, "{data} of {tokens} with {changed}");
            }
        }
    }

    #[test]
    fn what_fits_is_whole() {
        let reply = page(3, 0).fit(5_000);
        assert!(
            !reply.text.contains("cut to") && reply.text.ends_with("snapshot 0123456789ab\n"),
            "{}",
            reply.text
        );
        let cut = page(30, 0).fit(300).text;
        assert!(cut.contains(" of 30 shown"), "{cut}");
    }
}
