//! A question to the collection: up to three legs and their fusion in one request, within the generations that a view fixed.

use qdrant_client::qdrant::{
    Condition, Filter, Fusion, PrefetchQuery, PrefetchQueryBuilder, Query, QueryPoints, QueryPointsBuilder,
    ScoredPoint, SearchParamsBuilder, VectorInput,
};

use crate::failure::{Failure, Kind, Phase};
use crate::qdrant::Qdrant;
use crate::qdrant::classify::fail;
use crate::qdrant::collection::{DENSE, LEXICAL, SPARSE};
use crate::qdrant::filters;
use crate::qdrant::manifest::{Published, Scope};
use crate::qdrant::point::{CONTENT, Fields, KIND, LANGUAGE, NAME, ORDINAL, PATH, PROJECT, PointId};
use crate::sparse::SparseVector;

/// Hits beyond the limit that are looked at, so that it is we who choose among equals.
const TIES: usize = 16;

/// Generations of projects at one moment: questions of one view agree with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub projects: Vec<Published>,
}

/// What is searched for. Legs that are absent do not take part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    pub dense: Option<Vec<f32>>,
    pub sparse: Option<SparseVector>,
    pub lexical: Option<SparseVector>,
    /// Only these; all, if empty.
    pub paths: Vec<String>,
    pub kinds: Vec<String>,
    pub languages: Vec<String>,
    /// Hits in the answer.
    pub limit: usize,
    /// Hits of each leg that go into the fusion.
    pub leg_limit: usize,
    /// Compares all vectors in place of walking the graph of neighbours.
    pub exact: bool,
}

/// A unit that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub id: PointId,
    /// Of the fusion: by ranks, comparable within one answer.
    pub score: f32,
    pub project: String,
    pub path: String,
    pub kind: String,
    pub language: String,
    pub name: String,
    pub content: String,
    pub ordinal: u32,
}

impl Qdrant {
    /// Fixes what is published now.
    pub fn view(&self, scope: &Scope) -> Result<View, Failure> {
        Ok(View { projects: self.published(scope)? })
    }

    /// Best first. Scores of fusion are often equal: those come in the order of ids, also where the answer is cut off.
    pub fn search(&self, view: &View, question: &Question) -> Result<Vec<Hit>, Failure> {
        let Some(request) = self.request(view, question)? else { return Ok(Vec::new()) };
        let answer = self.bridge.ask(Phase::Query, |client| {
            let request = request.clone();
            async move { client.query(request).await }
        })?;
        let mut hits: Vec<Hit> = answer.result.into_iter().filter_map(hit).collect();
        hits.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.id.cmp(&right.id)));
        hits.truncate(question.limit);
        Ok(hits)
    }

    /// Nothing, if nothing could be found.
    fn request(&self, view: &View, question: &Question) -> Result<Option<QueryPoints>, Failure> {
        check_dimension(view, question)?;
        let legs = legs(question);
        if view.projects.is_empty() || legs.is_empty() || question.limit == 0 {
            return Ok(None);
        }
        let filter = filter(view, question);
        let prefetch: Vec<PrefetchQuery> =
            legs.into_iter().map(|(name, vector)| prefetch(name, vector, &filter, question)).collect();
        let builder = QueryPointsBuilder::new(self.collection())
            .prefetch(prefetch)
            .query(Query::new_fusion(Fusion::Rrf))
            .limit((question.limit + TIES) as u64)
            .with_payload(true);
        Ok(Some(builder.build()))
    }
}

/// The server would refuse it too, in words that nobody should have to read.
fn check_dimension(view: &View, question: &Question) -> Result<(), Failure> {
    let Some(dense) = &question.dense else { return Ok(()) };
    match view.projects.iter().find(|published| published.dimension != dense.len()) {
        Some(published) => {
            let kind = Kind::WrongDimension { expected: published.dimension, found: dense.len() };
            Err(fail(Phase::Check, kind, published.project.as_str()))
        }
        None => Ok(()),
    }
}

fn legs(question: &Question) -> Vec<(&'static str, VectorInput)> {
    let mut legs = Vec::new();
    if let Some(dense) = &question.dense {
        legs.push((DENSE, VectorInput::new_dense(dense.clone())));
    }
    for (name, vector) in [(SPARSE, &question.sparse), (LEXICAL, &question.lexical)] {
        if let Some(vector) = vector.as_ref().filter(|vector| !vector.is_empty()) {
            legs.push((name, VectorInput::new_sparse(vector.indices.clone(), vector.values.clone())));
        }
    }
    legs
}

fn prefetch(name: &str, vector: VectorInput, filter: &Filter, question: &Question) -> PrefetchQuery {
    let mut builder = PrefetchQueryBuilder::default()
        .query(Query::new_nearest(vector))
        .using(name)
        .filter(filter.clone())
        .limit(question.leg_limit.max(question.limit) as u64);
    if question.exact && name == DENSE {
        builder = builder.params(SearchParamsBuilder::default().exact(true));
    }
    builder.build()
}

/// Alive in its project's generation, and what the question asks for besides.
fn filter(view: &View, question: &Question) -> Filter {
    let alive = |published: &Published| filters::alive(&published.project, published.generation);
    let mut filter = match view.projects.as_slice() {
        [only] => alive(only),
        several => {
            let any = Filter::should(several.iter().map(|published| Condition::from(alive(published))));
            Filter::must([Condition::from(any)])
        }
    };
    for (field, words) in [(PATH, &question.paths), (KIND, &question.kinds), (LANGUAGE, &question.languages)]
    {
        filter.must.extend(filters::one_of(field, words));
    }
    filter
}

fn hit(point: ScoredPoint) -> Option<Hit> {
    let id = PointId::from_wire(point.id)?;
    let mut fields = Fields(point.payload);
    Some(Hit {
        id,
        score: point.score,
        project: fields.text(PROJECT),
        path: fields.text(PATH),
        kind: fields.text(KIND),
        language: fields.text(LANGUAGE),
        name: fields.text(NAME),
        content: fields.text(CONTENT),
        ordinal: fields.number(ORDINAL).and_then(|number| u32::try_from(number).ok()).unwrap_or(0),
    })
}
