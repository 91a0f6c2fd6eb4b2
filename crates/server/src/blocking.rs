//! Work of the engine, away from the threads that speak the protocol. What goes wrong in one piece of work stays there.

use orienteer_engine::EngineError;
use tokio::task::JoinHandle;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("this question made the program fail; others are answered as before")]
    Panicked,
}

/// Runs work that waits for files or computes for long. Where nobody waits for it any more before its turn came, it does not run.
pub(crate) async fn blocking<T, F>(work: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, EngineError> + Send + 'static,
{
    let mut waiting = Waiting(tokio::task::spawn_blocking(work));
    match (&mut waiting.0).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Failure::Panicked),
    }
}

/// Work that may not have begun.
struct Waiting<T>(JoinHandle<T>);

impl<T> Drop for Waiting<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_stays_where_it_was() {
        let failed = blocking::<(), _>(|| panic!("on purpose")).await;
        assert!(matches!(failed, Err(Failure::Panicked)));
        assert_eq!(blocking(|| Ok(1)).await.ok(), Some(1));
    }
}
