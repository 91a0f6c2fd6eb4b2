//! Work of the engine, away from the threads that speak the protocol. What goes wrong in one piece of work stays there.

use orienteer_engine::EngineError;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("this question made the program fail; others are answered as before")]
    Panicked,
}

/// Runs work that waits for files or computes for long.
pub(crate) async fn blocking<T, F>(work: F) -> Result<T, Failure>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, EngineError> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(Failure::Panicked),
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
