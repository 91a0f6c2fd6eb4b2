//! Search, source and reasons on the whole terminal. What is shown is decided by a machine of states that knows no terminal; the
//! engine is asked on a thread of its own. Nothing here decides anything about code.

mod answer;
mod clean;
mod desk;
mod draw;
mod input;
mod progress;
mod state;

use desk::Desk;
use orienteer_engine::Workspace;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use state::{Effect, State};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a key may wait for news of the engine, and those for a key.
const TICK: Duration = Duration::from_millis(20);

#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    #[error("the terminal does not answer: {source}")]
    Terminal {
        #[from]
        source: std::io::Error,
    },
}

/// Ends it from elsewhere, such as the handler of a signal.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_stopped: Arc<AtomicBool>,
}

impl Stop {
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Until the user is done. The terminal is as it was before, also after a panic.
pub fn explore(workspace: Workspace, query: &str, stop: &Stop) -> Result<(), ExploreError> {
    let mut terminal = ratatui::try_init()?;
    // A terminal that does not know it pastes letter by letter, as before.
    let _ = execute!(std::io::stdout(), EnableBracketedPaste);
    let result = run(&mut terminal, workspace, query, stop);
    let _ = execute!(std::io::stdout(), DisableBracketedPaste);
    ratatui::restore();
    // The engine may still be indexing: what it has read is kept.
    stop.stop();
    result
}

fn run(
    terminal: &mut DefaultTerminal,
    workspace: Workspace,
    query: &str,
    stop: &Stop,
) -> Result<(), ExploreError> {
    let mut state = State::new(&workspace.root().display().to_string(), query);
    let desk = Desk::open(workspace, stop);
    state.begin().into_iter().for_each(|question| desk.ask(question));
    let mut is_changed = true;
    while !stop.is_stopped() {
        if is_changed {
            terminal.draw(|frame| draw::draw(frame, &mut state))?;
        }
        is_changed = false;
        if event::poll(TICK)? {
            is_changed = true;
            for action in input::actions(&event::read()?) {
                match state.act(action) {
                    Effect::None => {}
                    Effect::Ask(question) => desk.ask(question),
                    Effect::Quit => return Ok(()),
                }
            }
        }
        for answer in desk.answers() {
            is_changed |= state.hear(answer);
        }
    }
    Ok(())
}
