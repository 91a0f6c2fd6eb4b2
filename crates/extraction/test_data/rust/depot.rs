//! Depots and the crates that they hold.

use crate::clock::{self, Clock, wall::{Wall as Time, *}};
use std::collections::HashMap;
use std::fmt as format;
use super::parcel::*;
pub use parcel::Parcel;
extern crate alloc as memory;
mod parcel;

/// How many parcels fit.
pub const LIMIT: usize = 20;
static NAME: &str = "depot";

pub type Shelf<T> = HashMap<String, T>;

/// Something that can be weighed.
pub trait Weigh: Send + format::Debug {
    type Unit;
    const SCALE: u32;
    /// In grams.
    fn weight(&self) -> u32;
    fn heavy(&self) -> bool {
        self.weight() > LIMIT as u32
    }
}

/// A depot.
///
/// See [`Depot::open`].
#[derive(Debug, Clone)]
pub struct Depot<T> {
    /// What tells the time.
    clock: Option<Clock>,
    pub(crate) shelf: Shelf<T>,
}

struct Pair(u32, Parcel);

#[derive(Debug)]
enum State {
    /// Nothing yet.
    Empty,
    Full { since: Time },
    Broken(Error),
}

union Bits {
    whole: u64,
    half: u32,
}

impl<T: Weigh> Depot<T> {
    #[must_use]
    pub fn open(path: &str, clock: &Clock) -> Result<Self, Error> {
        let key = std::env::var("DEPOT_KEY")?;
        let wall: Time = Time::now();
        let mut depot = Self::build(clock);
        depot.store(Parcel::new(path));
        wall.tick();
        log!("opened {}", key);
        Ok(Depot { clock: None, shelf: HashMap::new() })
    }

    fn store(&mut self, parcel: T) {
        self.clock.tick();
        self.shelf.insert(parcel.name(), parcel);
        for (name, other) in self.shelf.iter() {
            clock::record::<T>(name, |entry| entry.done(other));
        }
        std::process::Command::new("tar").arg("-x").spawn();
    }

    async fn ship(self, parcel: Parcel) -> Option<Parcel> {
        fn inner(parcel: Parcel) -> Parcel {
            parcel
        }
        let sent = self.carrier().send(inner(parcel)).await?;
        match State::Empty {
            State::Full { since } => since.tick(),
            _ => Pair(1, sent).1,
        }
    }
}

impl<'a, T> format::Display for Depot<T> {
    fn fmt(&self, f: &mut format::Formatter<'_>) -> format::Result {
        write!(f, "{}", NAME)
    }
}

unsafe extern "C" {
    fn crc32(data: *const u8, length: usize) -> u32;
}

#[macro_export]
macro_rules! log {
    ($($arg:tt)*) => {};
}

#[get("/depots")]
pub async fn list(state: web::Data<State>) -> impl Responder {
    state.all()
}

mod inner {
    use super::Depot;

    pub mod deep {
        pub fn reach() {}
    }

    fn near() {
        deep::reach();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens() {
        let depot = Depot::<Parcel>::open("x", &Clock::default()).unwrap();
        assert_eq!(depot.shelf.len(), LIMIT);
    }
}
