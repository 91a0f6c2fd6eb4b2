//! Stands between client and server and holds answers back, for as long as the test wants.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[derive(Default)]
struct Manner {
    held: AtomicBool,
    delay: AtomicU64,
}

pub struct Proxy {
    pub port: u16,
    manner: Arc<Manner>,
}

impl Proxy {
    pub fn start(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let manner: Arc<Manner> = Arc::default();
        let shared = Arc::clone(&manner);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || pass(from, to, &Manner::default()));
                let manner = Arc::clone(&shared);
                std::thread::spawn(move || pass(server, client, &manner));
            }
        });
        Proxy { port, manner }
    }

    /// Nothing comes back any more.
    pub fn hold(&self, held: bool) {
        self.manner.held.store(held, Ordering::Relaxed);
    }

    /// Everything comes back so much later.
    pub fn delay(&self, milliseconds: u64) {
        self.manner.delay.store(milliseconds, Ordering::Relaxed);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, manner: &Manner) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        std::thread::sleep(Duration::from_millis(manner.delay.load(Ordering::Relaxed)));
        while manner.held.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}
