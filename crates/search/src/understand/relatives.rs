//! Words that code makes from other words and that stemming keeps apart: what parses is a `Parser`, what routes is a `Router`.

/// Shorter words have too many chance relatives.
const SHORTEST_AGENT: usize = 6;
const SHORTEST_STEM: usize = 3;

/// Stems of what the agent `lower` does: `rout` of `router`, `log` of `logger`.
pub(super) fn deeds(lower: &str) -> Vec<String> {
    let plain = lower.strip_suffix('s').unwrap_or(lower);
    let Some(base) = plain.strip_suffix("er").or_else(|| plain.strip_suffix("or")) else { return Vec::new() };
    if plain.len() < SHORTEST_AGENT || !is_plain(base) {
        return Vec::new();
    }
    let undoubled = doubled(base).map(|single| single.to_owned());
    undoubled.into_iter().chain([base.to_owned()]).collect()
}

/// What does what the word with this stem says: `router` of `rout`, `formatter` of `format`.
pub(super) fn agents(stem: &str) -> Vec<String> {
    let Some(last) = stem.chars().next_back().filter(|_| stem.len() >= SHORTEST_STEM && is_plain(stem))
    else {
        return Vec::new();
    };
    let mut agents = vec![format!("{stem}er"), format!("{stem}or")];
    if last == 'e' {
        agents = vec![format!("{stem}r")];
    } else if doubles(stem) {
        agents.push(format!("{stem}{last}er"));
    }
    agents
}

/// A consonant after one vowel is doubled: `log`, `logger`.
fn doubles(stem: &str) -> bool {
    let is_vowel = |byte: &u8| b"aeiou".contains(byte);
    match stem.as_bytes() {
        [.., before, middle, last] => {
            !is_vowel(before) && is_vowel(middle) && !is_vowel(last) && !b"wxy".contains(last)
        }
        _ => false,
    }
}

fn is_plain(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// `log` of `logg`.
fn doubled(base: &str) -> Option<&str> {
    let bytes = base.as_bytes();
    match bytes {
        [.., before, last] if before == last && !b"aeiouls".contains(last) => base.get(..base.len() - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_and_what_they_do() {
        assert_eq!(deeds("routers"), ["rout"]);
        assert_eq!(deeds("logger"), ["log", "logg"]);
        assert_eq!(deeds("user"), Vec::<String>::new());
        assert_eq!(agents("format"), ["formater", "formator", "formatter"]);
        assert_eq!(agents("rout"), ["router", "routor"]);
        assert_eq!(agents("code"), ["coder"]);
    }
}
