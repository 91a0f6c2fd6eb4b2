//! The conversation with one client: what the server can do, which tool is called, who waits for what. What cannot be answered is
//! said in the answer of the tool; the protocol's own errors are for calls of tools that do not exist.

use crate::arguments::Question;
use crate::blocking::blocking;
use crate::definitions::{INSTRUCTIONS, tools};
use crate::desk::{Desk, Ready};
use crate::news::News;
use crate::reply::Reply;
use crate::{ServeOptions, ask, root};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use std::sync::Arc;
use tokio::sync::Mutex;

#[derive(Clone)]
pub(crate) struct Server {
    options: Arc<ServeOptions>,
    /// Chosen by the first call, and again when the client's roots change.
    desk: Arc<Mutex<Option<Arc<Desk>>>>,
}

impl Server {
    pub(crate) fn new(options: ServeOptions) -> Server {
        Server { options: Arc::new(options), desk: Arc::default() }
    }

    /// Ends what still runs; nobody is there to hear of it.
    pub(crate) async fn stop(&self) {
        if let Some(desk) = self.desk.lock().await.as_ref() {
            desk.gauge.stop();
        }
    }

    async fn desk(&self, context: &RequestContext<RoleServer>) -> Result<Arc<Desk>, Reply> {
        let mut chosen = self.desk.lock().await;
        if let Some(desk) = chosen.as_ref() {
            return Ok(Arc::clone(desk));
        }
        let root = if self.options.path.is_some() { None } else { root::first_root(context).await };
        let options = Arc::clone(&self.options);
        let workspace = blocking(move || root::workspace(&options, root)).await?;
        Ok(Arc::clone(chosen.insert(Arc::new(Desk::new(workspace)))))
    }

    async fn answer(&self, question: Question, context: &RequestContext<RoleServer>) -> Result<Reply, Reply> {
        ask::check(&question)?;
        let desk = self.desk(context).await?;
        let view = match desk.ready(self.options.patience, News::of(context)).await? {
            Ready::View(view) => view,
            Ready::Indexing(standing) => return Ok(Reply::indexing(&standing, question.wants_data())),
        };
        Ok(blocking(move || ask::answer(&desk.workspace, &view, &question)).await?)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("orient", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(question) = Question::parse(&request.name, request.arguments) else {
            return Err(ErrorData::invalid_params(
                "unknown tool; there are context, search and symbol",
                None,
            ));
        };
        let answer = async {
            match question {
                Ok(question) => self.answer(question, &context).await.unwrap_or_else(|refusal| refusal),
                Err(refusal) => refusal,
            }
        };
        tokio::select! {
            reply = answer => Ok(reply.result().into()),
            // The client has forgotten the call: what is said now is not sent.
            () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        }
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.desk.lock().await = None;
    }
}
