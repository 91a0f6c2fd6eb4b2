//! Memory for what grows with a tree. A stage asks for it, and whoever runs the stage decides where it lies. Nothing here knows a file.

use bytemuck::Pod;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Numbers of sixteen bytes: rows of any kind are aligned in them.
pub trait Words: DerefMut<Target = [u128]> + Send + Sync {}

impl<T: DerefMut<Target = [u128]> + Send + Sync> Words for T {}

/// Where large tables lie. What is made in one room is the same as what is made in another.
pub trait Room: Sync {
    /// So many zeros, to be written over.
    fn words(&self, count: usize) -> io::Result<Box<dyn Words>>;

    /// How many bytes of its own memory a stage may take besides, at a time.
    fn at_once(&self) -> usize;
}

/// All of it in the memory of the process.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnMemory;

impl Room for OwnMemory {
    fn words(&self, count: usize) -> io::Result<Box<dyn Words>> {
        Ok(Box::new(vec![0u128; count]))
    }

    fn at_once(&self) -> usize {
        usize::MAX
    }
}

/// Rows of one kind in a room.
pub struct Rows<T> {
    words: Box<dyn Words>,
    count: usize,
    rows: PhantomData<T>,
}

impl<T: Pod> Rows<T> {
    pub fn zeroed(room: &dyn Room, count: usize) -> io::Result<Rows<T>> {
        let words = room.words((count * size_of::<T>()).div_ceil(size_of::<u128>()))?;
        Ok(Rows { words, count, rows: PhantomData })
    }

    /// Forgets the rows from `count` on.
    pub fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
    }
}

impl<T: Pod> Deref for Rows<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.words);
        bytemuck::cast_slice(&bytes[..self.count * size_of::<T>()])
    }
}

impl<T: Pod> DerefMut for Rows<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        bytemuck::cast_slice_mut(&mut bytes[..self.count * size_of::<T>()])
    }
}

/// Rows that are added one after the other, in pieces: none of them is moved when there are more.
pub struct List<'r, T> {
    room: &'r dyn Room,
    /// Each with how many of its rows are used. Those behind the one that is being filled have none.
    pieces: Vec<(Rows<T>, usize)>,
    /// The piece that is being filled.
    at: usize,
}

/// Bytes of the first piece, and of those after many.
const SMALLEST_PIECE: usize = 64 << 10;
const LARGEST_PIECE: usize = 16 << 20;

impl<'r, T: Pod> List<'r, T> {
    pub fn new(room: &'r dyn Room) -> List<'r, T> {
        List { room, pieces: Vec::new(), at: 0 }
    }

    pub fn len(&self) -> usize {
        self.pieces.iter().map(|(_, used)| used).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all rows and keeps the room for others.
    pub fn clear(&mut self) {
        self.pieces.iter_mut().for_each(|(_, used)| *used = 0);
        self.at = 0;
    }

    /// Adds a row at the end.
    #[inline]
    pub fn push(&mut self, row: T) -> io::Result<()> {
        self.extend(std::slice::from_ref(&row))
    }

    /// Adds rows at the end.
    pub fn extend(&mut self, mut rows: &[T]) -> io::Result<()> {
        while !rows.is_empty() {
            if self.pieces.get(self.at).is_some_and(|(piece, used)| piece.len() == *used) {
                self.at += 1;
            }
            if self.at == self.pieces.len() {
                let bytes = (SMALLEST_PIECE << self.at.min(8)).min(LARGEST_PIECE);
                self.pieces.push((Rows::zeroed(self.room, bytes / size_of::<T>())?, 0));
            }
            let Some((piece, used)) = self.pieces.get_mut(self.at) else { break };
            let (now, later) = rows.split_at(rows.len().min(piece.len() - *used));
            piece[*used..*used + now.len()].copy_from_slice(now);
            *used += now.len();
            rows = later;
        }
        Ok(())
    }

    /// All rows, piece by piece.
    pub fn pieces(&self) -> impl Iterator<Item = &[T]> + Clone {
        self.pieces.iter().map(|(piece, used)| &piece[..*used])
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.pieces().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_as_zeros_and_keep_what_is_written() {
        let mut rows: Rows<[u32; 3]> = Rows::zeroed(&OwnMemory, 7).expect("memory");
        assert_eq!((rows.len(), rows[6]), (7, [0; 3]));
        rows[6] = [1, 2, 3];
        assert_eq!(rows[5..], [[0; 3], [1, 2, 3]]);
        rows.truncate(2);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn a_list_keeps_the_order_over_all_pieces() {
        let mut list: List<'_, u64> = List::new(&OwnMemory);
        assert!(list.is_empty());
        let numbers: Vec<u64> = (0..200_000).collect();
        numbers.chunks(777).for_each(|some| list.extend(some).expect("memory"));
        assert!(list.pieces().count() > 2 && list.len() == numbers.len());
        assert!(list.iter().eq(&numbers));
    }

    #[test]
    fn a_list_is_filled_again_in_the_same_room() {
        let mut list: List<'_, u64> = List::new(&OwnMemory);
        let numbers: Vec<u64> = (0..200_000).collect();
        list.extend(&numbers).expect("memory");
        let pieces = list.pieces.len();
        list.clear();
        assert!(list.is_empty() && list.iter().next().is_none());
        numbers.iter().rev().for_each(|number| list.push(*number).expect("memory"));
        assert!(list.iter().eq(numbers.iter().rev()) && list.pieces.len() == pieces);
    }
}
