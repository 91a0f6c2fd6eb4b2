//! The API boundary: what a front end can ask of a tree, as plain data. No async, no environment, no printing.

mod aid;
mod changes_inbox;
mod companions;
mod consequence;
mod context;
mod diff;
mod doctor;
mod embed;
mod error;
mod excerpt;
mod file_source;
mod find;
mod freshness;
mod glimpse;
mod highlight;
mod identity;
mod impact;
mod index;
mod learning;
mod library;
mod location;
mod lookout;
mod nearest;
mod neighbourhood;
mod note;
mod place;
mod qdrant;
mod quote;
mod reference;
mod relation;
mod scope;
mod search;
mod service_check;
mod settings;
mod similar;
mod status;
mod symbol;
mod system;
mod trace;
mod unit_source;
mod unit_text;
mod unparsed;
mod user_settings;
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
pub use embed::EmbedReport;
pub use error::EngineError;
pub use excerpt::{Excerpt, ExcerptLine, ExcerptOptions, Found, SearchPage};
pub use file_source::{FileSource, SourceRequest};
pub use freshness::{Freshness, View};
pub use glimpse::Glimpse;
pub use impact::{Affected, Impact, ImpactOptions, TestFile, TestToRun};
pub use index::{IndexOptions, nanoseconds_now, seconds_now};
pub use learning::{Experience, Learned, LearnedUnit, LearnedWord, ToolUse, Use, memory_of};
pub use library::{Libraries, Library, LibraryPlaces, Located, Origin};
pub use location::Location;
pub use lookout::{Lookout, Stir};
pub use neighbourhood::{Neighbour, Neighbourhood, NeighbourhoodOptions, Tie};
pub use note::{Instead, Note};
pub use orienteer_indexing::{Changes, MemoryBound, Progress, Report, Silent, Skipped, Stage, Timing};
pub use orienteer_model::{EdgeKind, UnitKind};
pub use orienteer_search::{
    Concept, Factor, Finding, Form, Journey, Mechanism, Memory, Outcome, Parameter, Params, ParamsError,
    Part, Reason, Refusal, SearchError, Stage as SearchStage, Standing, Step, Strategy, mechanisms,
};
pub use orienteer_services::{
    Failure as ServiceFailure, Kind as FailureKind, Service, ServiceSettings, VARIABLES as SERVICE_VARIABLES,
    Variable,
};
pub use orienteer_storage::{FORMAT_VERSION, Snapshot};
pub use orienteer_text::{count_tokens, load_vocabulary, one_line};
pub use place::Place;
pub use qdrant::{Engine, Pushed, push, push_library, remove_pushed_library};
pub use quote::Quote;
pub use relation::{Group, Relation, Role};
pub use scope::{Scope, ScopedTree, scoped_trees, search_scope};
pub use search::{
    Exclusion, Hit, PreparedSearch, SearchAnswer, SearchFilter, SearchRequest, prepare_search, search,
};
pub use service_check::ServiceCheck;
pub use settings::{
    ConceptProblem, ENGINE as ENGINE_VARIABLE, INDEX_MEMORY as INDEX_MEMORY_VARIABLE, SETTINGS_FILE,
    Settings, SettingsError, memory_bound,
};
pub use similar::{Similar, SimilarAnswer};
pub use status::{LanguageShare, ProblemFile, Status};
pub use symbol::{Definition, SymbolAnswer, SymbolOptions, TouchingCommit};
pub use system::resident_bytes;
pub use trace::{Packing, TracedStage};
pub use unit_source::UnitSource;
pub use unparsed::Unparsed;
pub use user_settings::{TRUST_SERVICES, UserSettings};
pub use watch::{WatchEnd, WatchNews};
pub use why::{Explanation, WhyAnswer};
pub use workspace::Workspace;
