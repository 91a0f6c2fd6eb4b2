//! Finds the titles of a document: `# Title`, underlined titles, titles between two lines. Code blocks have none.

use orienteer_languages::Headings;

/// A title and where its section begins.
pub(crate) struct Heading<'a> {
    pub start: usize,
    /// First byte after the title's own lines.
    pub body: usize,
    pub level: usize,
    pub title: &'a str,
}

pub(crate) fn find(text: &str, style: Headings) -> Vec<Heading<'_>> {
    let mut finder = Finder {
        style,
        found: Vec::new(),
        marks: Vec::new(),
        fence: None,
        title: None,
        over: None,
        paragraph: 0,
    };
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        finder.line(offset, line);
        offset += line.len();
    }
    finder.found
}

struct Finder<'a> {
    style: Headings,
    found: Vec<Heading<'a>>,
    /// Signs of underlined titles in the order in which they first occur, which is their level.
    marks: Vec<(u8, bool)>,
    /// The fence that the current code block must close with.
    fence: Option<&'a str>,
    /// The line before, if it can be a title: where it begins and its text.
    title: Option<(usize, &'a str)>,
    /// A line of signs directly above the title, where it begins and its sign.
    over: Option<(usize, u8)>,
    /// Lines of the current paragraph: a title stands alone.
    paragraph: usize,
}

impl<'a> Finder<'a> {
    fn line(&mut self, start: usize, line: &'a str) {
        let end = start + line.len();
        let text = line.trim_end();
        if self.in_fence(text) {
            return self.forget();
        }
        if text.is_empty() {
            return self.forget();
        }
        if self.style == Headings::Marked
            && let Some((level, title)) = marked(text)
        {
            self.found.push(Heading { start, body: end, level, title });
            return self.forget();
        }
        match underline(text) {
            Some(mark) => self.signs(start, end, text, mark),
            None => self.words(start, text),
        }
    }

    /// A line of signs ends a title, begins one, or is a rule.
    fn signs(&mut self, start: usize, end: usize, text: &str, mark: u8) {
        let title = self.title.take();
        let over = self.over.take();
        match title {
            Some((at, title)) if self.underlines(text, mark, title, over) => {
                let level = self.level_of(mark, over.is_some());
                let start = over.map_or(at, |(over, _)| over);
                self.found.push(Heading { start, body: end, level, title: title.trim() });
                self.paragraph = 0;
            }
            None if self.paragraph == 0 && self.style == Headings::Underlined => {
                self.over = Some((start, mark))
            }
            _ => self.paragraph += 1,
        }
    }

    fn underlines(&self, text: &str, mark: u8, title: &str, over: Option<(usize, u8)>) -> bool {
        if self.style == Headings::Marked {
            return matches!(mark, b'=' | b'-') && self.paragraph == 1;
        }
        let long_enough = text.len() + 2 >= title.trim().chars().count();
        let same_over = over.is_none_or(|(_, sign)| sign == mark);
        let alone = self.paragraph == 1 && (over.is_some() || !title.starts_with([' ', '\t']));
        long_enough && same_over && alone
    }

    fn words(&mut self, start: usize, text: &'a str) {
        let first_of_paragraph = self.paragraph == 0;
        self.paragraph += 1;
        if !first_of_paragraph {
            self.over = None;
        }
        let list = text.starts_with(['|', '>', '*', '+', '-']) && !text.starts_with("**");
        let is_title = first_of_paragraph
            && !list
            && (self.over.is_some() || !text.starts_with([' ', '\t']))
            && text.len() <= 200;
        self.title = is_title.then_some((start, text));
    }

    /// Whether the line is a code fence or inside one.
    fn in_fence(&mut self, text: &'a str) -> bool {
        if self.style != Headings::Marked {
            return false;
        }
        let marker = fence(text);
        match (self.fence, marker) {
            (Some(open), Some(marker))
                if marker.starts_with(open) && marker.trim_start_matches(&open[..1]).is_empty() =>
            {
                self.fence = None;
            }
            (None, Some(marker)) => {
                let length = marker.bytes().take_while(|byte| *byte == marker.as_bytes()[0]).count();
                self.fence = Some(&marker[..length]);
            }
            (open, _) => return open.is_some(),
        }
        true
    }

    fn forget(&mut self) {
        self.title = None;
        self.over = None;
        self.paragraph = 0;
    }

    fn level_of(&mut self, mark: u8, over: bool) -> usize {
        if self.style == Headings::Marked {
            return if mark == b'=' { 1 } else { 2 };
        }
        let known = self.marks.iter().position(|known| *known == (mark, over));
        known.unwrap_or_else(|| {
            self.marks.push((mark, over));
            self.marks.len() - 1
        }) + 1
    }
}

fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    (line.starts_with("```") || line.starts_with("~~~")).then_some(line)
}

/// `## Title` with one to six marks, indented by at most three spaces.
fn marked(line: &str) -> Option<(usize, &str)> {
    let indented = line.bytes().take_while(|byte| *byte == b' ').count();
    let line = line.get(indented..)?;
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line.get(level..)?.strip_prefix([' ', '\t'])?.trim().trim_end_matches('#').trim();
    (indented <= 3 && (1..=6).contains(&level) && !title.is_empty()).then_some((level, title))
}

/// A line of one repeated sign.
fn underline(line: &str) -> Option<u8> {
    let first = *line.as_bytes().first()?;
    let is_mark = first.is_ascii_punctuation() && !b"<>{}()[]|/\\;,?!$&%@".contains(&first);
    (is_mark && line.len() >= 3 && line.bytes().all(|byte| byte == first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(text: &str, style: Headings) -> Vec<(usize, &str)> {
        find(text, style).into_iter().map(|heading| (heading.level, heading.title)).collect()
    }

    #[test]
    fn marked_titles() {
        let text = "# One\ntext\n## Two ##\n```\n# not\n```\n#no\n    # code\n";
        assert_eq!(titles(text, Headings::Marked), [(1, "One"), (2, "Two")]);
    }

    #[test]
    fn a_fence_closes_with_its_own_sign() {
        let text = "````md\n```\n# not\n```\n# nor this\n````\n# One\n~~~sh\n```\n# not\n~~~\n# Two\n";
        assert_eq!(titles(text, Headings::Marked), [(1, "One"), (1, "Two")]);
    }

    #[test]
    fn underlined_titles() {
        let text = "Top\n===\n\ntext\n\nSub\n---\n\nNext\n===\n";
        let expected = [(1, "Top"), (2, "Sub"), (1, "Next")];
        assert_eq!(titles(text, Headings::Marked), expected);
        assert_eq!(titles(text, Headings::Underlined), expected);
    }

    #[test]
    fn titles_between_two_lines_are_a_level_of_their_own() {
        let text = "=====\n Top\n=====\n\nSub\n===\n\ntext\n\n=====\nNext\n=====\n";
        assert_eq!(titles(text, Headings::Underlined), [(1, "Top"), (2, "Sub"), (1, "Next")]);
        assert_eq!(find(text, Headings::Underlined)[0].start, 0);
    }

    #[test]
    fn rules_lists_and_front_matter_are_no_titles() {
        assert_eq!(titles("text\n\n---\n\n- item\n---\n", Headings::Marked), []);
        assert_eq!(titles("---\ntitle: a\nlayout: b\n---\n\ntext\n", Headings::Marked), []);
        assert_eq!(
            titles("| a |\n-----\n\nlong paragraph\nof two lines\n------\n", Headings::Underlined),
            []
        );
    }

    #[test]
    fn tables_and_indented_code_are_no_titles() {
        let text = "See::\n\n    Name\n    ====\n\n===== =====\nA     B\n===== =====\n1     2\n===== =====\n";
        assert_eq!(titles(text, Headings::Underlined), []);
    }
}
