//! Amounts of memory as people write them: `512MB`, `2 GiB`, `1.5G`.

use orienteer_indexing::MemoryBound;

/// Largest first, because each ends with the letters of a smaller one.
const UNITS: [(&str, f64); 9] = [
    ("gib", (1u64 << 30) as f64),
    ("mib", (1u64 << 20) as f64),
    ("kib", 1024.0),
    ("gb", 1e9),
    ("mb", 1e6),
    ("kb", 1e3),
    ("g", 1e9),
    ("m", 1e6),
    ("k", 1e3),
];

/// The bound that a text means; none where it means no amount, or one that is too small for any tree.
pub fn memory_bound(text: &str) -> Option<MemoryBound> {
    let text = text.trim().to_lowercase();
    let unit = UNITS.iter().find_map(|(name, bytes)| Some((text.strip_suffix(name)?, *bytes)));
    let (number, unit) = unit.unwrap_or((text.as_str(), 1.0));
    let number: f64 = number.trim().parse().ok().filter(|number: &f64| number.is_finite())?;
    MemoryBound::of((number * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units() {
        let bytes = |bytes: u64| MemoryBound::of(bytes);
        for (text, expected) in [
            ("512MB", bytes(512_000_000)),
            ("2 GiB", bytes(2 << 30)),
            ("1.5g", bytes(1_500_000_000)),
            ("200000000", bytes(200_000_000)),
            ("200000K", bytes(200_000_000)),
        ] {
            assert!(expected.is_some() && memory_bound(text) == expected, "{text}");
        }
        for wrong in ["", "GB", "much", "-1GB", "1MB", "1 GB of it", "nan", "infG"] {
            assert_eq!(memory_bound(wrong), None, "{wrong}");
        }
    }
}
