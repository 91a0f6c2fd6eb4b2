//! First bytes of sorted texts as numbers, by which most of a search is done without touching a text.

/// Texts from one signpost to the next.
const STRIDE: usize = 64;

/// The heads of texts, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Heads {
    all: Vec<u64>,
    /// Every [`STRIDE`]th, so that the first half of a search stays in a few kilobytes.
    signposts: Vec<u64>,
}

impl Heads {
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Heads {
        let all: Vec<u64> = texts.map(head).collect();
        let signposts = all.iter().copied().step_by(STRIDE).collect();
        Heads { all, signposts }
    }

    /// The texts that begin as `text` does: where they are, and how many. All before them sort before `text`, all after them behind it.
    pub(crate) fn alike(&self, text: &[u8]) -> (usize, usize) {
        let head = head(text);
        let block = self.signposts.partition_point(|signpost| *signpost < head);
        let (low, high) = (block.saturating_sub(1) * STRIDE, (block * STRIDE).min(self.all.len()));
        let first = low + self.all[low..high].partition_point(|other| *other < head);
        (first, self.all[first..].iter().take_while(|other| **other == head).count())
    }
}

/// The first bytes of a text as a number that sorts as they do.
fn head(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(head) => u64::from_be_bytes(*head),
        None => {
            let bytes = text.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
            // An empty text has nothing to make room for.
            bytes.checked_shl(64 - 8 * text.len() as u32).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_found_where_it_is() {
        let mut texts: Vec<String> = (0..700).map(|number| format!("{:x}term", number * 7919)).collect();
        texts.extend((0..100).map(|number| format!("alike in the head {number}")));
        texts.extend([String::new(), "zz".to_owned()]);
        texts.sort_unstable();
        let heads = Heads::of(texts.iter().map(|text| text.as_bytes()));
        for wanted in texts.iter().map(String::as_str).chain(["alike in", "b", "zzz", "~"]) {
            let (first, count) = heads.alike(wanted.as_bytes());
            let begins = |text: &&String| head(text.as_bytes()) == head(wanted.as_bytes());
            assert_eq!(first, texts.partition_point(|text| head(text.as_bytes()) < head(wanted.as_bytes())));
            assert_eq!(count, texts.iter().filter(begins).count(), "{wanted}");
        }
    }
}
