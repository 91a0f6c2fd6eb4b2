//! Whether anything under a tree changed since the last look, asked of the kernel and not of the files.
//!
//! No thread and no timer: the kernel queues what happens in the folders of the tree, in the same moment, and whoever is asked a
//! question reads the queue first. So a write that came before a question is never missed. Where the kernel cannot promise that
//! (other systems, shared and network file systems, too many folders) there is no lookout, and every question looks at the files.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub use linux::Lookout;

/// What happened since it was asked last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stir {
    Nothing,
    /// Somebody published an index of the tree.
    Index,
    /// Files: the folders that are watched stay the right ones.
    Files,
    /// Folders came or went, ignore rules changed or the queue ran over: another lookout is needed.
    Folders,
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::Stir;
    use crate::workspace::Workspace;

    /// Nobody has one here.
    #[derive(Debug)]
    pub enum Lookout {}

    impl Workspace {
        pub fn lookout(&self) -> Option<Lookout> {
            None
        }
    }

    impl Lookout {
        pub fn stir(&mut self) -> Stir {
            match *self {}
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub use elsewhere::Lookout;
