//! Server-sent events: how far indexing is, every new snapshot, and an end for those who listen when the server ends.

use crate::api::{good, house};
use crate::client::House;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    fn listen(house: &House) -> Events {
        let mut stream = house.connect();
        write!(stream, "GET /api/v1/events HTTP/1.1\r\nhost: {}\r\n\r\n", house.address).unwrap();
        Events { lines: BufReader::new(stream) }
    }

    /// The next event; none where the stream ended.
    fn next(&mut self) -> Option<(String, Value)> {
        let name = self.field("event: ")?;
        let data = self.field("data: ")?;
        Some((name, serde_json::from_str(&data).unwrap()))
    }

    fn field(&mut self, name: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            if let Some(value) = line.trim_end().strip_prefix(name) {
                return Some(value.to_owned());
            }
        }
    }

    fn ready(&mut self) -> String {
        loop {
            let (name, data) = self.next().unwrap();
            if name == "ready" {
                return data["snapshot"].as_str().unwrap().to_owned();
            }
            assert_eq!(name, "progress");
            assert!(
                data["stage"].is_string() && data["done"].is_u64() && data["percent"].as_f64() <= Some(100.0),
                "{data}"
            );
        }
    }
}

#[test]
fn listening_begins_to_index_and_tells_every_snapshot() {
    let house = house();
    let mut events = Events::listen(&house);
    let first = events.ready();
    let page = good(&house, "/api/v1/search?q=bell");
    assert_eq!(page["origin"]["snapshot"], first.as_str());
    house.write("organ.py", "def play_organ():\n    return 'pipes'\n");
    good(&house, "/api/v1/search?q=organ");
    let second = events.ready();
    assert_ne!(second, first);
    house.close();
    assert!(events.next().is_none());
}
