//! The cache under kills, damage, its bound, and two writers at once.

use super::*;

const PLENTY: u64 = 1 << 20;

fn key(number: usize) -> CacheKey {
    CacheKey::of("model", &number.to_string())
}

fn vector(number: usize) -> Vec<f32> {
    (0..5).map(|place| (number * 10 + place) as f32).collect()
}

fn put(cache: &VectorCache, numbers: impl IntoIterator<Item = usize>) {
    for number in numbers {
        cache.put(&[(key(number), &vector(number))]).unwrap();
    }
}

fn found(cache: &VectorCache, numbers: std::ops::Range<usize>) -> Vec<usize> {
    let known = numbers.filter(|&number| match cache.get(&key(number)) {
        Some(held) => {
            assert_eq!(held, vector(number), "a wrong vector");
            true
        }
        None => false,
    });
    known.collect()
}

#[test]
fn vectors_come_back_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/vectors");
    put(&VectorCache::open(&path, PLENTY).unwrap(), 0..9);
    let cache = VectorCache::open(&path, PLENTY).unwrap();
    assert_eq!(found(&cache, 0..20), (0..9).collect::<Vec<_>>());
    assert_eq!(cache.get(&CacheKey::of("other model", "1")), None);
    put(&cache, 0..9);
    assert_eq!(cache.len(), 9);
    let expected = HEADER_BYTES + 9 * entry_bytes(5);
    assert_eq!(std::fs::metadata(&path).unwrap().len(), expected);
}

#[test]
fn a_kill_at_any_byte_loses_only_what_was_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    put(&VectorCache::open(&path, PLENTY).unwrap(), 0..3);
    let whole = std::fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let cache = VectorCache::open(&path, PLENTY).unwrap();
        let complete = (length as u64).saturating_sub(HEADER_BYTES) / entry_bytes(5);
        assert_eq!(found(&cache, 0..9), (0..complete as usize).collect::<Vec<_>>(), "{length} bytes");
        put(&cache, 7..9);
        let again = VectorCache::open(&path, PLENTY).unwrap();
        assert_eq!(found(&again, 7..9), [7, 8], "{length} bytes");
        assert_eq!(again.len(), complete as usize + 2, "{length} bytes");
    }
}

#[test]
fn no_damaged_byte_gives_a_wrong_vector() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    put(&VectorCache::open(&path, PLENTY).unwrap(), 0..3);
    let whole = std::fs::read(&path).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x41;
        std::fs::write(&path, &damaged).unwrap();
        let cache = VectorCache::open(&path, PLENTY).unwrap();
        assert!(found(&cache, 0..3).len() < 3, "byte {place}");
        put(&cache, 0..3);
        assert_eq!(found(&cache, 0..3), [0, 1, 2], "byte {place}");
    }
}

#[test]
fn damage_under_an_open_cache_is_an_absence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let cache = VectorCache::open(&path, PLENTY).unwrap();
    put(&cache, 0..3);
    std::fs::write(&path, b"short").unwrap();
    assert_eq!(found(&cache, 0..3), [] as [usize; 0]);
    put(&cache, 5..6);
    assert_eq!(found(&cache, 0..9), [5]);
}

#[test]
fn the_file_stays_under_its_bound_and_keeps_the_newest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let bound = HEADER_BYTES + 10 * entry_bytes(5);
    let (cache, other) = (VectorCache::open(&path, bound).unwrap(), VectorCache::open(&path, bound).unwrap());
    for number in 0..100 {
        put(&cache, [number]);
        assert!(std::fs::metadata(&path).unwrap().len() <= bound);
        assert_eq!(found(&cache, number..number + 1), [number]);
    }
    let kept = found(&cache, 0..100);
    assert!(kept.len() >= 5 && kept.iter().all(|&number| number >= 90), "{kept:?}");
    put(&other, [200]);
    assert_eq!(found(&other, 99..100), [99]);
    assert_eq!(found(&VectorCache::open(&path, bound).unwrap(), 200..201), [200]);
}

#[test]
fn what_does_not_fit_at_all_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(&folder.path().join("vectors"), 50).unwrap();
    put(&cache, 0..3);
    assert!(cache.is_empty());
}

#[test]
fn two_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let write = |start: usize| {
        let cache = VectorCache::open(&path, PLENTY).unwrap();
        put(&cache, (start..400).step_by(2));
    };
    std::thread::scope(|scope| {
        scope.spawn(|| write(0));
        scope.spawn(|| write(1));
    });
    let cache = VectorCache::open(&path, PLENTY).unwrap();
    assert_eq!(found(&cache, 0..400), (0..400).collect::<Vec<_>>());
}
