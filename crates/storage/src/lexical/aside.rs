//! Segments that wait on the disk, out of memory, until a snapshot joins them. Nobody reads them but the run that wrote them.

use super::merge::{Source, merge};
use super::segment::Segment;
use crate::disk::{Output, TEMPORARY};
use crate::error::{Error, Result};
use crate::lock::WriterLock;
use crate::repository::Tree;
use orienteer_model::Room;
use std::io::Write;

impl Segment {
    /// Puts several segments into one that is mapped, documents in the order given. `room` is for its terms.
    pub fn set_aside(
        lock: &WriterLock,
        tree: &Tree,
        segments: &[Segment],
        room: &dyn Room,
    ) -> Result<Segment> {
        let disk = lock.disk();
        disk.create_folders(tree.folder())?;
        let path = tree.folder().join(format!("{TEMPORARY}words-{}", disk.unique()));
        let sources: Vec<Source<'_>> = segments.iter().map(Source::whole).collect();
        // Nobody needs it after a power cut: it is not synchronised.
        let write = |output: Output| merge(output, &sources, room)?.0.flush();
        write(disk.create_file(&path)?).map_err(Error::io("write", &path))?;
        let segment = Segment::open(&path)?;
        // A map outlives the name of its file, except where the system forbids it; there the next writer removes the file.
        if cfg!(unix) {
            disk.remove(&path)?;
        }
        Ok(segment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::names_in;
    use crate::key::Key;
    use crate::lexical::SegmentBuilder;
    use crate::repository::Repository;
    use crate::scratch::Scratch;
    use crate::test_data;

    fn segment(path: &str, number: u8) -> Segment {
        let facts = test_data::facts(path, u32::from(number));
        let mut builder = SegmentBuilder::new();
        builder.add(path, Key([number; 16]), &facts.view(), "the width of everything");
        builder.finish().expect("a segment")
    }

    #[test]
    fn what_waited_on_the_disk_joins_as_if_it_had_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let repository = Repository::open(folder.path(), "repository");
        let (lock, tree) = (repository.lock_writer().expect("the lock"), repository.tree("tree"));
        let parts = [segment("a/one.zz", 3), segment("b/two.zz", 4), segment("c/three.zz", 5)];
        let aside =
            Segment::set_aside(&lock, &tree, &parts[..2], &Scratch::new(&lock, &tree, 0)).expect("set aside");
        let direct = Segment::merge(&parts).expect("joins");
        let joined = Segment::merge(&[aside, parts[2].clone()]).expect("joins");
        assert!(joined.stored().is_some() && joined.stored() == direct.stored());
        assert!(cfg!(not(unix)) || names_in(tree.folder()).expect("lists").is_empty());
    }
}
