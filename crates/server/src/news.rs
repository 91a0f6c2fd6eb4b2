//! Tells a client that asked for it how far the index is, while a call waits. What is told only ever grows.

use crate::gauge::Standing;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};

pub(crate) struct News {
    /// None where nobody wants to hear it.
    client: Option<(Peer<RoleServer>, ProgressToken)>,
    told: f64,
}

impl News {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> News {
        let token = context.meta.get_progress_token();
        News { client: token.map(|token| (context.peer.clone(), token)), told: -1.0 }
    }

    /// For whoever only wants the answer.
    pub(crate) fn unheard() -> News {
        News { client: None, told: -1.0 }
    }

    pub(crate) async fn tell(&mut self, standing: Standing) {
        let percent = standing.percent();
        let Some((client, token)) = self.client.as_ref().filter(|_| percent > self.told) else { return };
        self.told = percent;
        let news = ProgressNotificationParam::new(token.clone(), percent).with_total(100.0);
        // A client that does not listen any more has its answer or does not want it.
        let _ = client.notify_progress(news.with_message(format!("indexing: {standing}"))).await;
    }
}
