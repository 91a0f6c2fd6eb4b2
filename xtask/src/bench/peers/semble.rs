//! semble from PyPI, with a general model in place of its own, which no registry carries.

use std::path::{Path, PathBuf};

use super::answer::{Answer, path_with_line};
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

const PACKAGE: &str = "semble==0.7.0";
/// Carries the weights of potion-base-8M among its files.
const MODEL_PACKAGE: &str = "mostlyai-qa==1.10.11";
const MODEL: &str = "mostlyai/qa/assets/embedders/potion-base-8M";

pub(super) struct Semble {
    program: PathBuf,
    model: PathBuf,
}

impl Semble {
    pub(super) fn at(shelf: &Path) -> Semble {
        let program = shelf.join("semble").join("bin").join("semble");
        Semble { program, model: shelf.join("semble-model").join(MODEL) }
    }

    fn call(&self, site: &Site, arguments: &[&str]) -> Call {
        Call::new(&self.program, arguments)
            .with("SEMBLE_MODEL_NAME", self.model.to_string_lossy())
            .with("SEMBLE_CACHE_LOCATION", site.kept().to_string_lossy())
            .with("HF_HUB_OFFLINE", "1")
    }

    /// A wheel is an archive; what else the package would bring along is not wanted.
    fn fetch_model(&self, shelf: &Path) -> Outcome {
        if self.model.is_dir() {
            return Ok(());
        }
        let folder = shelf.join("semble-model");
        let place = folder.to_string_lossy().into_owned();
        let python = install::python(shelf, "semble").to_string_lossy().into_owned();
        install::limited(
            shelf,
            &python,
            &["-m", "pip", "download", "--quiet", "--no-deps", "-d", &place, MODEL_PACKAGE],
        )?;
        let unpack = "import glob, sys, zipfile; [zipfile.ZipFile(w).extractall(sys.argv[1]) for w in glob.glob(sys.argv[1] + '/*.whl')]";
        install::limited(shelf, &python, &["-c", unpack, &place])
    }
}

impl Peer for Semble {
    fn name(&self) -> &'static str {
        "semble"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        [
            "semble search -k 1 QUESTION . (the first makes the index)",
            "semble search -k 30 --format text QUESTION .",
        ]
    }

    fn remark(&self) -> &'static str {
        "its model (potion-code-16M-v2) is on a hub that cannot be reached here: potion-base-8M of PyPI `mostlyai-qa` 1.10.11 stands in \
         through its own setting; with its own model it publishes 0.855 on all of `files`"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::pypi(shelf, "semble", PACKAGE, &self.program)?;
        self.fetch_model(shelf)
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(self.call(site, &["search", "-k", "1", "--format", "text", "index", "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.call(site, &["search", "-k", "30", "--format", "text", "--", question, "."]))
    }

    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        Answer::from_lines(output, |line| path_with_line(site, line))
    }
}
