//! The API boundary: what a front end can ask of a tree, as plain data. No async, no environment, no printing.

mod changes_inbox;
mod consequence;
mod context;
mod diff;
mod doctor;
mod error;
mod excerpt;
mod file_source;
mod find;
mod freshness;
mod glimpse;
mod highlight;
mod impact;
mod index;
mod learning;
mod location;
mod lookout;
mod nearest;
mod neighbourhood;
mod place;
mod quote;
mod reference;
mod relation;
mod search;
mod settings;
mod similar;
mod status;
mod symbol;
mod system;
mod trace;
mod unit_source;
mod watch;
mod watch_lock;
mod why;
mod workspace;

pub use context::{
    ContextAnswer, ContextRequest, Format, PackCache, PackedItem, PreparedContext, SentBodies, Subject,
    prepare_context, rank_context,
};
pub use diff::{Change, DeletedUnit, Diff, PatchError, RenamedFile};
pub use doctor::{Check, Health};
pub use error::EngineError;
pub use excerpt::{Excerpt, ExcerptLine, ExcerptOptions, Found, SearchPage};
pub use file_source::{FileSource, SourceRequest};
pub use freshness::{Freshness, View};
pub use glimpse::Glimpse;
pub use impact::{Affected, Impact, ImpactOptions, TestFile, TestToRun};
pub use index::{IndexOptions, nanoseconds_now, seconds_now};
pub use learning::{Experience, Learned, LearnedUnit, LearnedWord, ToolUse, Use, memory_of};
pub use location::Location;
pub use lookout::{Lookout, Stir};
pub use neighbourhood::{Neighbour, Neighbourhood, NeighbourhoodOptions, Tie};
pub use orienteer_indexing::{Changes, Progress, Report, Silent, Skipped, Stage, Timing};
pub use orienteer_model::{EdgeKind, UnitKind};
pub use orienteer_search::{
    Concept, Factor, Finding, Form, Journey, Mechanism, Memory, Outcome, Parameter, Params, ParamsError,
    Part, Reason, Refusal, SearchError, Stage as SearchStage, Standing, Step, Strategy, mechanisms,
};
pub use orienteer_storage::Snapshot;
pub use orienteer_text::{count_tokens, load_vocabulary};
pub use place::Place;
pub use quote::Quote;
pub use relation::{Group, Relation, Role};
pub use search::{
    Exclusion, Hit, PreparedSearch, SearchAnswer, SearchFilter, SearchRequest, prepare_search, search,
};
pub use settings::{ConceptProblem, SETTINGS_FILE, Settings, SettingsError};
pub use similar::{Similar, SimilarAnswer};
pub use status::{LanguageShare, ProblemFile, Status};
pub use symbol::{Definition, SymbolAnswer, SymbolOptions, TouchingCommit};
pub use system::resident_bytes;
pub use trace::{Packing, TracedStage};
pub use unit_source::UnitSource;
pub use watch::{WatchEnd, WatchNews};
pub use why::{Explanation, WhyAnswer};
pub use workspace::Workspace;
