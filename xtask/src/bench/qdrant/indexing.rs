//! One build of many units, until the server has done all that it does behind it. Vectors are made while the server takes others.

use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use orienteer_services::{Qdrant, QdrantSettings, Shape, Stored, Vectors};
use rayon::prelude::*;

use super::process;
use crate::cluster::node::Node;
use crate::cluster::units::{self, Maker, Pool, Unit};

pub(super) const PROJECT: &str = "many";
/// Units whose vectors are made together.
const BLOCK: usize = 4_096;
const BETWEEN_TOLD: Duration = Duration::from_secs(5);
const NEVER_CANCELLED: &dyn Fn() -> bool = &|| false;
/// A server between two steps of its work looks as if it were done.
const CALM_LOOKS: usize = 5;

pub(in super::super) struct Indexed {
    /// Until the build was published.
    pub(in super::super) seconds: f64,
    /// From there until the server had ordered its vectors.
    pub(in super::super) settling_seconds: f64,
    pub(in super::super) disk_bytes: u64,
    /// Of the server, for all of it.
    pub(in super::super) cpu_seconds: Option<f64>,
}

pub(super) fn index(node: &Node, client: &Qdrant, pool: &Pool, count: usize) -> Result<Indexed, String> {
    let begun = Instant::now();
    let (sender, blocks) = sync_channel(2);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for start in (0..count).step_by(BLOCK) {
                // Whoever received has failed and says why.
                if sender.send(block(pool, start..count.min(start + BLOCK))).is_err() {
                    return;
                }
            }
        });
        build(client, blocks, count)
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("published after {seconds:.0} s; the server goes on ...");
    let settling_seconds = settle(node)?;
    let (disk_bytes, cpu_seconds) =
        (process::disk_bytes(node.folder()), process::cpu_seconds(node.process()));
    Ok(Indexed { seconds, settling_seconds, disk_bytes, cpu_seconds })
}

type Block = Vec<(Unit, Vectors)>;

fn block(pool: &Pool, numbers: std::ops::Range<usize>) -> Block {
    let numbers = numbers.into_par_iter();
    numbers
        .map_init(Maker::default, |maker, number| {
            let unit = pool.unit(number);
            let vectors = maker.vectors(&unit);
            (unit, vectors)
        })
        .collect()
}

fn build(client: &Qdrant, blocks: Receiver<Block>, count: usize) -> Result<(), String> {
    let say = |failure: orienteer_services::Failure| failure.to_string();
    let shape = Shape { dimension: units::dimensions()? };
    let mut build = client.begin(PROJECT, shape, units::MADE_WITH, NEVER_CANCELLED).map_err(say)?;
    let (begun, mut told, mut done) = (Instant::now(), Instant::now(), 0);
    for (unit, vectors) in blocks.into_iter().flatten() {
        if let Stored::Missing(_) = build.want(&unit.description()) {
            build.add(&unit.description(), vectors).map_err(say)?;
        }
        done += 1;
        if told.elapsed() > BETWEEN_TOLD {
            eprintln!("{done} of {count}, {:.0} a second", done as f64 / begun.elapsed().as_secs_f64());
            told = Instant::now();
        }
    }
    build.finish().map(|_| ()).map_err(say)
}

/// Until the collection is green, several looks in a row.
fn settle(node: &Node) -> Result<f64, String> {
    let page = format!("collections/{}", QdrantSettings::default().collection);
    let (begun, mut told, mut calm) = (Instant::now(), Instant::now(), 0);
    while calm < CALM_LOOKS {
        let state = node.describe(&page)?;
        calm = if state["status"] == "green" { calm + 1 } else { 0 };
        if told.elapsed() > BETWEEN_TOLD {
            eprintln!("{} of {} vectors ordered", state["indexed_vectors_count"], state["points_count"]);
            told = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    Ok((begun.elapsed().as_secs_f64() - CALM_LOOKS as f64 / 2.0).max(0.0))
}
