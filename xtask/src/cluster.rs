//! `cargo xtask cluster`: three Qdrant servers on loopback with two replicas of everything; one is killed while questions are asked, one
//! while a project is built, and each is away once. Fails if a question stayed without an answer or a unit was lost.
//!
//! Everything goes through `crates/services`, as the product does it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use orienteer_services::{Qdrant, QdrantSettings, Shape, Stored, Vectors};

use crate::{Outcome, bench::Scratch, workspace};

mod crowd;
mod inventory;
pub(crate) mod node;
pub(crate) mod program;
mod report;
pub(crate) mod units;

use crowd::Crowd;
use inventory::Inventory;
use node::{Membership, Node};
use report::{Row, Table};
use units::{Maker, Pool, Unit};

const NODES: usize = 3;
const SHARDS: u32 = 6;
const REPLICAS: u32 = 2;
const PROJECT: &str = "sample";
const USUAL_UNITS: usize = 5_000;
/// How long questions are asked of a cluster in one state.
const PERIOD: Duration = Duration::from_secs(5);
const LONGEST_CATCHING_UP: Duration = Duration::from_secs(300);
const NEVER_CANCELLED: &dyn Fn() -> bool = &|| false;

struct Options {
    units: usize,
    server: Option<PathBuf>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let mut options = Options { units: USUAL_UNITS, server: None };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--units" => options.units = value()?.parse().map_err(|_| "--units needs a number")?,
                "--server" => options.server = Some(PathBuf::from(value()?)),
                other => return Err(format!("unknown option {other}")),
            }
        }
        options.units = options.units.max(100);
        Ok(options)
    }
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let program = program::obtain(options.server.as_deref())?;
    let units = real_units(options.units)?;
    let scratch = Scratch::create("cluster")?;
    let mut trial = Trial { cluster: Cluster::start(&program, &scratch)?, units, table: Table::default() };
    trial.build_first()?;
    trial.kill_while_asked()?;
    trial.kill_while_built()?;
    trial.do_without_each()?;
    print!("{}", trial.table.markdown());
    trial.table.verdict()
}

/// Of our own sources, so that every machine has them.
fn real_units(count: usize) -> Result<Vec<(Unit, Vectors)>, String> {
    let pool = Pool::read(&[workspace::root().join("crates")], count)?;
    let mut maker = Maker::default();
    let made = (0..count).map(|number| pool.unit(number)).map(|unit| {
        let vectors = maker.vectors(&unit);
        (unit, vectors)
    });
    Ok(made.filter(|(_, vectors)| vectors.dense.is_some()).collect())
}

struct Cluster {
    nodes: Vec<Node>,
}

impl Cluster {
    fn start(program: &std::path::Path, scratch: &Scratch) -> Result<Cluster, String> {
        let mut nodes: Vec<Node> = Vec::new();
        for number in 0..NODES {
            let membership = match nodes.first() {
                None => Membership::Founder,
                Some(founder) => Membership::Joining { member: founder.address_for_peers() },
            };
            let folder = scratch.path().join(format!("node{number}"));
            nodes.push(Node::start(program, &folder, membership)?);
        }
        Ok(Cluster { nodes })
    }

    fn settings(&self, number: usize) -> QdrantSettings {
        let settings = self.nodes[number].settings();
        QdrantSettings { shards: Some(SHARDS), replicas: Some(REPLICAS), ..settings }
    }

    fn client(&self, number: usize) -> Result<Qdrant, String> {
        Qdrant::open(&self.settings(number)).map_err(|failure| failure.to_string())
    }

    /// Until every node says of every replica that it is active, and nothing is on its way.
    fn wait_until_whole(&mut self) -> Result<f64, String> {
        let begun = Instant::now();
        for node in &mut self.nodes {
            node.wait_until_ready()?;
        }
        while !self.nodes.iter().all(|node| is_whole(node).unwrap_or(false)) {
            if begun.elapsed() > LONGEST_CATCHING_UP {
                return Err("the cluster does not become whole again".to_owned());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(begun.elapsed().as_secs_f64())
    }
}

/// Whether the node sees all replicas of all shards, each of them active.
fn is_whole(node: &Node) -> Result<bool, String> {
    let page = format!("collections/{}/cluster", QdrantSettings::default().collection);
    let state = node.describe(&page)?;
    let list = |key: &str| state[key].as_array().cloned().unwrap_or_default();
    let replicas: Vec<_> = [list("local_shards"), list("remote_shards")].concat();
    let all_active = replicas.iter().all(|replica| replica["state"] == "Active");
    Ok(all_active && replicas.len() as u32 == SHARDS * REPLICAS && list("shard_transfers").is_empty())
}

struct Trial {
    cluster: Cluster,
    units: Vec<(Unit, Vectors)>,
    table: Table,
}

impl Trial {
    /// A share of the units from the front stays out of the first build, and one from the end out of the second.
    fn share(&self) -> usize {
        self.units.len() / 4
    }

    fn first_units(&self) -> &[(Unit, Vectors)] {
        &self.units[self.share()..]
    }

    fn second_units(&self) -> &[(Unit, Vectors)] {
        &self.units[..self.units.len() - self.share()]
    }

    /// Those of both builds: they are asked for at all times.
    fn lasting_units(&self) -> &[(Unit, Vectors)] {
        &self.units[self.share()..self.units.len() - self.share()]
    }

    fn crowd(&self) -> Result<Crowd, String> {
        let settings: Vec<QdrantSettings> = (0..NODES).map(|number| self.cluster.settings(number)).collect();
        Crowd::gather(&settings, self.lasting_units(), PROJECT)
    }

    fn inventory(&self, through: usize) -> Result<Inventory, String> {
        Inventory::take(&self.cluster.client(through)?, PROJECT, &self.units)
    }

    fn build_first(&mut self) -> Outcome {
        eprintln!("building {} units on {NODES} nodes ...", self.first_units().len());
        build(&self.cluster.client(0)?, self.first_units(), &mut |_| Ok(()))?;
        self.cluster.wait_until_whole()?;
        let found = self.inventory(1)?.compared(self.first_units());
        self.table.push(Row { phase: "first build".to_owned(), found, ..Row::default() });
        Ok(())
    }

    fn kill_while_asked(&mut self) -> Outcome {
        let killed = 2;
        eprintln!("asking; node {} is killed ...", killed + 1);
        let before = self.inventory(0)?.count();
        let crowd = self.crowd()?;
        std::thread::sleep(PERIOD);
        self.cluster.nodes[killed].kill()?;
        std::thread::sleep(PERIOD);
        self.cluster.nodes[killed].restart()?;
        let seconds = self.cluster.wait_until_whole()?;
        std::thread::sleep(PERIOD);
        let asked = Some(crowd.dismiss()?);
        let found = self.inventory(killed)?.compared(self.first_units());
        let phase = format!("node {} killed while asked", killed + 1);
        self.table.push(Row { phase, asked, before: Some(before), found, catching_up: Some(seconds) });
        Ok(())
    }

    /// Killed after a third of what is new, started again after two thirds.
    fn kill_while_built(&mut self) -> Outcome {
        let killed = 1;
        eprintln!("building again; node {} is killed ...", killed + 1);
        let before = self.inventory(0)?.count();
        let crowd = self.crowd()?;
        let client = self.cluster.client(0)?;
        let new = self.share();
        let units: Vec<(Unit, Vectors)> = self.second_units().to_vec();
        let node = &mut self.cluster.nodes[killed];
        build(&client, &units, &mut |added| match added {
            added if added == new / 3 => node.kill(),
            added if added == 2 * new / 3 => node.restart(),
            _ => Ok(()),
        })?;
        let seconds = self.cluster.wait_until_whole()?;
        let asked = Some(crowd.dismiss()?);
        let found = self.inventory(killed)?.compared(&units);
        let phase = format!("node {} killed while built", killed + 1);
        self.table.push(Row { phase, asked, before: Some(before), found, catching_up: Some(seconds) });
        Ok(())
    }

    /// What the others have must be everything: so every replica that came back is complete.
    fn do_without_each(&mut self) -> Outcome {
        for away in 0..NODES {
            eprintln!("without node {} ...", away + 1);
            self.cluster.nodes[away].kill()?;
            let found = self.inventory((away + 1) % NODES)?.compared(self.second_units());
            self.cluster.nodes[away].restart()?;
            let seconds = self.cluster.wait_until_whole()?;
            let phase = format!("without node {}", away + 1);
            self.table.push(Row { phase, found, catching_up: Some(seconds), ..Row::default() });
        }
        Ok(())
    }
}

/// `at` hears how many units were added so far.
fn build(client: &Qdrant, units: &[(Unit, Vectors)], at: &mut dyn FnMut(usize) -> Outcome) -> Outcome {
    let say = |failure: orienteer_services::Failure| format!("the build ended: {failure}");
    let shape = Shape { dimension: units::dimensions()? };
    let mut build = client.begin(PROJECT, shape, units::MADE_WITH, NEVER_CANCELLED).map_err(say)?;
    let mut added = 0;
    for (unit, vectors) in units {
        if let Stored::Missing(_) = build.want(&unit.description()) {
            build.add(&unit.description(), vectors.clone()).map_err(say)?;
            added += 1;
            at(added)?;
        }
    }
    build.finish().map(|_| ()).map_err(say)
}
