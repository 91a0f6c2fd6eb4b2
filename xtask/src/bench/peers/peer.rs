//! What every program has to say to be measured: how it comes here, how it makes an index, how it is asked, what its output says.
//!
//! Nothing here runs anything.

use std::path::{Path, PathBuf};

use super::answer::Answer;
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

/// A process with everything that decides what it does; it runs in the tree.
pub(super) struct Call {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) environment: Vec<(&'static str, String)>,
}

impl Call {
    pub(super) fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Call {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Call { program: program.into(), arguments, environment: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Call {
        self.environment.push((name, value.into()));
        self
    }
}

pub(super) trait Peer {
    fn name(&self) -> &'static str;

    /// Package and version.
    fn version(&self) -> String;

    /// The two command lines for the page: index, question.
    fn commands(&self) -> [&'static str; 2];

    /// What a reader has to know about how it was run.
    fn remark(&self) -> &'static str;

    /// Does nothing where it is installed.
    fn install(&self, shelf: &Path) -> Outcome;

    /// None for a program that keeps none.
    fn index(&self, site: &Site) -> Option<Call>;

    /// Where its index lies, if it has one.
    fn index_place(&self, site: &Site) -> Option<PathBuf>;

    /// None where nothing of the question can be asked, which is an empty answer.
    fn ask(&self, site: &Site, suite: Suite, question: &str) -> Option<Call>;

    fn read(&self, site: &Site, question: &str, output: &str) -> Answer;
}
