//! What this program is, for whoever has to tell one build from another. Nothing here is computed: it is asked at every start.

use orienteer_engine::FORMAT_VERSION;
use std::sync::LazyLock;

/// Told by whoever builds a release (`cargo xtask dist`); others are built from files that no commit need have.
const COMMIT: Option<&str> = option_env!("ORIENT_COMMIT");

/// What `--version` says after the name; `-V` says the number alone.
pub(crate) fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(text);
    &TEXT
}

fn text() -> String {
    let model = if cfg!(feature = "built-in-model") { "built in" } else { "none" };
    let folders = if cfg!(feature = "local-model") { ", model folders can be used" } else { "" };
    format!(
        "{}\nsnapshot format: {FORMAT_VERSION}\nmodel: {model}{folders}\ncommit: {}",
        env!("CARGO_PKG_VERSION"),
        COMMIT.unwrap_or("unknown")
    )
}
