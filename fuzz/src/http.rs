//! Bytes on the port of `orient serve`: an answer below 500, or a closed connection, and the next request is answered.

use orienteer_server::{HttpOptions, ServeOptions, Stop, serve_http};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder").keep();
    std::fs::create_dir_all(folder.join("tree")).expect("a folder");
    std::fs::write(folder.join("tree/kettle.py"), "def boil(): pass\n").expect("a file");
    let (told, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let mut options = ServeOptions::new(folder.join("cache"), folder.join("tree"));
        options.folders = vec![folder.join("tree")];
        let http = HttpOptions::new(SocketAddr::from(([127, 0, 0, 1], 0)));
        serve_http(options, http, &Stop::default(), move |address| told.send(address).expect("a listener"))
            .expect("a server");
    });
    heard.recv().expect("an address")
});

pub(crate) fn run(data: &[u8]) {
    let request = match data.first() {
        // A path of the API with any query, as a browser would send it.
        Some(first) if first % 2 == 1 => {
            let routes = ["search", "context", "why", "symbol", "graph", "source", "status", "projects"];
            let route = routes[usize::from(first >> 1) % routes.len()];
            let query: String = data[1..].iter().map(|byte| format!("{}", *byte as char)).collect();
            let query: String = query.chars().filter(|letter| letter.is_ascii_graphic()).collect();
            format!("GET /api/v1/{route}?{query} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", *SERVER)
                .into_bytes()
        }
        _ => data.to_vec(),
    };
    let answer = asked(&request);
    let status = answer.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.first()).copied();
    assert_ne!(status, Some(b'5'), "{}", String::from_utf8_lossy(&answer));
}

fn asked(request: &[u8]) -> Vec<u8> {
    let Ok(mut stream) = TcpStream::connect(*SERVER) else { return Vec::new() };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    let _ = stream.write_all(request);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.take(64 * 1024).read_to_end(&mut answer);
    answer
}
