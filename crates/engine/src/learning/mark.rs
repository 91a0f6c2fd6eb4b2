//! That a unit of an answer was used, or said to be of no use.

use super::answer::GivenAnswer;
use super::fields::{join, split};

const KIND: &str = "use";

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// An agent read it.
    Read,
    /// An agent changed it.
    Edited,
    /// A user said so.
    Useful,
    /// A user said the opposite.
    NotUseful,
}

impl Use {
    pub(super) const ALL: [Use; 4] = [Use::Read, Use::Edited, Use::Useful, Use::NotUseful];

    pub fn name(self) -> &'static str {
        match self {
            Use::Read => "read",
            Use::Edited => "edited",
            Use::Useful => "useful",
            Use::NotUseful => "not-useful",
        }
    }

    pub(super) fn is_explicit(self) -> bool {
        matches!(self, Use::Useful | Use::NotUseful)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Of the answer.
    pub(super) answer: String,
    /// When the answer was given.
    pub(super) answered: u64,
    /// Position in the answer.
    pub(super) unit: usize,
    pub(super) kind: Use,
    /// Seconds since 1970.
    pub(super) time: u64,
}

impl Mark {
    pub(super) fn is_about(&self, answer: &GivenAnswer) -> bool {
        self.answer == answer.name && self.answered == answer.time
    }

    /// Says nothing more than the other, which may be of another time: a second look is none.
    pub(super) fn is_same(&self, other: &Mark) -> bool {
        let is_near = self.time.abs_diff(other.time) < AGAIN;
        (&self.answer, self.answered, self.unit, self.kind)
            == (&other.answer, other.answered, other.unit, other.kind)
            && is_near
    }

    pub(super) fn encode(&self) -> String {
        let numbers = [self.answered.to_string(), self.unit.to_string(), self.time.to_string()];
        let [answered, unit, time] = numbers;
        join([KIND, &self.answer, &answered, &unit, self.kind.name(), &time])
    }

    pub(super) fn decode(line: &str) -> Option<Mark> {
        let mut fields = split(line);
        (fields.next()? == KIND).then_some(())?;
        let (answer, answered, unit) =
            (fields.next()?, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let (kind, time) = (fields.next()?, fields.next()?.parse().ok()?);
        let kind = Use::ALL.into_iter().find(|known| known.name() == kind)?;
        fields.next().is_none().then_some(Mark { answer, answered, unit, kind, time })
    }
}

/// Seconds within which the same use is not written down again.
const AGAIN: u64 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_back() {
        for kind in Use::ALL {
            let mark = Mark { answer: "a\tb".to_owned(), answered: 3, unit: 4, kind, time: 5 };
            assert_eq!(Mark::decode(&mark.encode()), Some(mark));
        }
        assert_eq!(Mark::decode("use\ta\t3\t4\tforgotten\t5"), None);
        assert_eq!(Mark::decode("answer"), None);
    }
}
