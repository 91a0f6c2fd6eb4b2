//! The conversation with one client: what the server can do, which tool is called, who waits for what. What cannot be answered is
//! said in the answer of the tool; the protocol's own errors are for calls of tools and resources that do not exist.

use crate::arguments::Question;
use crate::blocking::{Failure, blocking};
use crate::definitions::{INSTRUCTIONS, tools};
use crate::desk::{Desk, Ready, glimpse_time};
use crate::house::House;
use crate::news::News;
use crate::partial::{Standpoint, glimpse};
use crate::reply::Reply;
use crate::resources::{self, Address};
use crate::session::Session;
use crate::{ask, root};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use std::sync::Arc;
use tokio::sync::{Mutex, OwnedSemaphorePermit};

#[derive(Clone)]
pub(crate) struct Server {
    house: Arc<House>,
    session: Arc<Session>,
    /// Chosen by the first call, and again when the client's roots change.
    desk: Arc<Mutex<Option<Arc<Desk>>>>,
    /// The place of this client, where there are only so many.
    _place: Option<Arc<OwnedSemaphorePermit>>,
}

impl Server {
    pub(crate) fn new(house: &Arc<House>) -> Server {
        Server { house: Arc::clone(house), session: Arc::default(), desk: Arc::default(), _place: None }
    }

    pub(crate) fn at(self, place: OwnedSemaphorePermit) -> Server {
        Server { _place: Some(Arc::new(place)), ..self }
    }

    async fn desk(&self, context: &RequestContext<RoleServer>) -> Result<Arc<Desk>, Failure> {
        let mut chosen = self.desk.lock().await;
        if let Some(desk) = chosen.as_ref() {
            return Ok(Arc::clone(desk));
        }
        let root = if self.house.options.folders.len() == 1 { None } else { root::first_root(context).await };
        let house = Arc::clone(&self.house);
        let desk = blocking(move || house.desk(root)).await?;
        Ok(Arc::clone(chosen.insert(desk)))
    }

    async fn answer(&self, question: Question, context: &RequestContext<RoleServer>) -> Result<Reply, Reply> {
        ask::check(&question)?;
        let desk = self.desk(context).await?;
        let patience = self.house.options.patience;
        let stand = match desk.ready(patience, News::of(context)).await? {
            Ready::View(view) => Standpoint::whole(view),
            Ready::Indexing(standing) => {
                match glimpse(&desk, question.words(), glimpse_time(patience), standing).await? {
                    Some(stand) => stand,
                    None => return Ok(Reply::indexing(&desk.gauge.standing())),
                }
            }
        };
        let session = Arc::clone(&self.session);
        Ok(blocking(move || ask::answer(&desk, &session, &stand, &question)).await?)
    }

    async fn read(
        &self,
        uri: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<ResourceContents, ErrorData> {
        let address = Address::parse(uri).ok_or_else(|| resources::unknown(uri))?;
        let desk = self.desk(context).await.map_err(failed)?;
        let uri = uri.to_owned();
        let Address::Unit(name) = address else {
            let status = blocking(move || resources::status(&desk)).await.map_err(failed)?;
            return Ok(ResourceContents::text(status.to_string(), uri).with_mime_type("application/json"));
        };
        match desk.ready(self.house.options.patience, News::of(context)).await.map_err(failed)? {
            Ready::View(view) => {
                blocking(move || Ok(resources::unit(&desk, &view, &uri, &name))).await.map_err(failed)?
            }
            Ready::Indexing(standing) => {
                Err(ErrorData::internal_error(format!("indexing: {standing}; ask again"), None))
            }
        }
    }
}

fn failed(failure: Failure) -> ErrorData {
    ErrorData::internal_error(Reply::from(failure).text, None)
}

/// What is said to a client that has forgotten the call; it is not sent.
fn cancelled() -> ErrorData {
    ErrorData::internal_error("cancelled", None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
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
                "unknown tool; there are context, search, symbol and feedback",
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
            () = context.ct.cancelled() => Err(cancelled()),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        tokio::select! {
            read = self.read(&request.uri, &context) => Ok(ReadResourceResult::new(vec![read?]).into()),
            () = context.ct.cancelled() => Err(cancelled()),
        }
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.desk.lock().await = None;
    }
}
