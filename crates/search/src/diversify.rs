//! Keeps one file from filling the page: at most so many of its units, in score order, and the rest only to fill it.

/// The positions, in order, of what is shown of a ranked list. `file` says which file an entry is of; `per_file` 0 means no cap.
///
/// The first entry never moves. Where the cap leaves places free they are filled with what was passed over, in score order, so
/// that a question which one file answers still fills the page.
pub fn diversify<T, F: PartialEq>(
    ranked: &[T],
    limit: usize,
    per_file: usize,
    file: impl Fn(&T) -> F,
) -> Vec<usize> {
    if per_file == 0 || ranked.len() <= 1 {
        return (0..ranked.len().min(limit)).collect();
    }
    let mut counts: Vec<(F, usize)> = Vec::new();
    let (mut kept, mut passed) = (Vec::new(), Vec::new());
    for (position, entry) in ranked.iter().enumerate() {
        if kept.len() == limit {
            break;
        }
        let name = file(entry);
        let count = match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => count,
            None => {
                counts.push((name, 0));
                let Some((_, count)) = counts.last_mut() else { continue };
                count
            }
        };
        if *count < per_file {
            *count += 1;
            kept.push(position);
        } else {
            passed.push(position);
        }
    }
    let free = limit - kept.len();
    kept.extend(passed.into_iter().take(free));
    kept
}
