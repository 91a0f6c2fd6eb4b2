//! Numbers by uniform keys, in memory that is given: a table that cannot grow and is never full. Nothing here hashes.

/// Slots for each entry that there may be, as a fraction: a third of them stays empty.
const SLOTS: usize = 3;
const ENTRIES: usize = 2;

/// How many slots a table of at most so many entries has.
pub(crate) fn slots_of(entries: usize) -> usize {
    entries / ENTRIES * SLOTS + SLOTS
}

/// A slot has the key and, below it, one more than the number; zero is an empty slot. Collisions go to the next slot.
pub(crate) struct KeyTable<'t> {
    slots: &'t mut [u128],
}

impl<'t> KeyTable<'t> {
    /// Of zeros.
    pub(crate) fn new(slots: &'t mut [u128]) -> KeyTable<'t> {
        KeyTable { slots }
    }

    /// The slot of a key, or the empty one where it belongs.
    fn place(&self, key: u64) -> usize {
        let mut place = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        while self.slots[place] != 0 && (self.slots[place] >> 64) as u64 != key {
            place += 1;
            if place == self.slots.len() {
                place = 0;
            }
        }
        place
    }

    /// The number that it replaces is returned.
    pub(crate) fn insert(&mut self, key: u64, number: u32) -> Option<u32> {
        let place = self.place(key);
        let slot = u128::from(key) << 64 | (u128::from(number) + 1);
        number_in(std::mem::replace(&mut self.slots[place], slot))
    }

    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        number_in(self.slots[self.place(key)])
    }
}

fn number_in(slot: u128) -> Option<u32> {
    (slot as u64).checked_sub(1).map(|number| number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_key_and_replaced() {
        let key = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slots = vec![0; slots_of(1_000)];
        let mut table = KeyTable::new(&mut slots);
        for number in 0..1_000u32 {
            assert_eq!(table.insert(key(u64::from(number)), number), None);
        }
        assert!((0..1_000u32).all(|number| table.get(key(u64::from(number))) == Some(number)));
        assert_eq!((table.get(key(1_000)), table.insert(key(7), u32::MAX)), (None, Some(7)));
        assert_eq!(table.get(key(7)), Some(u32::MAX));
    }

    #[test]
    fn keys_at_the_end_go_on_at_the_beginning() {
        let mut slots = vec![0; slots_of(3)];
        let mut table = KeyTable::new(&mut slots);
        let keys = [u64::MAX, u64::MAX - 1, u64::MAX - 2];
        for (key, number) in keys.iter().zip(0..) {
            assert_eq!(table.insert(*key, number), None);
        }
        assert_eq!(keys.map(|key| table.get(key)), [Some(0), Some(1), Some(2)]);
        assert_eq!(KeyTable::new(&mut [0; 3]).get(0), None);
    }
}
