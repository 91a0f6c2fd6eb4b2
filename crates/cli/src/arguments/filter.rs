//! Which units may be found at all.

use clap::Args;
use orienteer_engine::{SearchFilter, UnitKind};

#[derive(Args, Debug)]
pub(crate) struct FilterArguments {
    #[command(flatten)]
    pub files: FileArguments,
    /// Only units of this kind (function, method, class, struct, trait, section, ...); may be given several times.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    pub kinds: Vec<UnitKind>,
}

/// By the file alone: a context also shows units that lead to others, whatever their kind.
#[derive(Args, Debug)]
pub(crate) struct FileArguments {
    /// Only files of this language, by its name or ending (python, py); may be given several times.
    #[arg(long = "type", short = 't', value_name = "LANG")]
    pub languages: Vec<String>,
    /// Only paths like this, from the root of the tree, or not like this with a leading `!`; may be given several times.
    #[arg(long = "glob", short = 'g', value_name = "PATTERN")]
    pub globs: Vec<String>,
    /// Leave tests out.
    #[arg(long)]
    pub no_tests: bool,
}

impl FilterArguments {
    pub(crate) fn filter(&self) -> SearchFilter {
        SearchFilter { kinds: self.kinds.clone(), ..self.files.filter() }
    }
}

impl FileArguments {
    pub(crate) fn filter(&self) -> SearchFilter {
        SearchFilter {
            languages: self.languages.clone(),
            globs: self.globs.clone(),
            no_tests: self.no_tests,
            ..SearchFilter::default()
        }
    }
}

fn kind(text: &str) -> Result<UnitKind, String> {
    let known = || UnitKind::ALL.into_iter().filter(|kind| !kind.is_external());
    known().find(|kind| kind.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
        let names: Vec<&str> = known().map(UnitKind::name).collect();
        format!("a kind is one of {}", names.join(", "))
    })
}
