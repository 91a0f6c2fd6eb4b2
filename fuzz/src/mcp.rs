//! Whatever an agent may send over standard input: the server answers or hangs up.

use orienteer_server::{ServeOptions, serve};
use std::cell::LazyCell;
use std::io::Cursor;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// What a client says first, so that most inputs get past it.
const GREETING: &[u8] = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;

thread_local! {
    static GROUND: LazyCell<(TempDir, Runtime)> = LazyCell::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("tree")).expect("a folder");
        std::fs::write(folder.path().join("tree/kettle.py"), "def boil(): pass\n").expect("a file");
        (folder, tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime"))
    });
}

pub(crate) fn run(data: &[u8]) {
    GROUND.with(|ground| {
        let (folder, runtime) = &**ground;
        let options = ServeOptions::new(folder.path().join("cache"), folder.path().join("tree"));
        let bytes = match data.first() {
            Some(first) if first % 4 == 0 => data.to_vec(),
            _ => [GREETING, data, b"\n"].concat(),
        };
        let served = serve(options, Cursor::new(bytes), tokio::io::sink());
        let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(20), served).await });
        assert!(ended.is_ok(), "it went on although nobody spoke any more");
    });
}
