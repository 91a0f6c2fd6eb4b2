//! Every number of the read pipeline that may be tuned, with its range and what it is for. One constant, one place.
//!
//! `orient eval fit --write` rewrites the numbers of this file; the shape `name: value in least..=most,` is what it looks for.

use super::Parameter;

parameters! {
    /// Weight of a term in the name of a unit. Field weights begin at what a prototype on other repositories used.
    field_name: 3.0 in 0.0..=20.0,
    /// Weight of a term in the names that enclose the unit.
    field_qualified: 2.0 in 0.0..=20.0,
    /// Weight of a term in the path of its file.
    field_path: 2.0 in 0.0..=20.0,
    /// Weight of a term in its documentation.
    field_doc: 1.2 in 0.0..=20.0,
    /// Weight of a term in its signature.
    field_signature: 0.5 in 0.0..=20.0,
    /// Weight of a term in its body.
    field_body: 0.7 in 0.0..=20.0,
    /// Weight of a term in the names of its members.
    field_members: 0.5 in 0.0..=20.0,
    /// How fast repetitions of a term stop to count.
    k1: 1.5 in 0.1..=5.0,
    /// How much long fields are held against a unit.
    b: 0.3 in 0.0..=1.0,
    /// As `k1`, for a file as a whole.
    file_k1: 2.0 in 0.1..=20.0,
    /// As `b`, for a file as a whole.
    file_b: 0.3 in 0.0..=1.0,

    /// Weight of the parts of an identifier, where the identifier itself counts 1.
    query_part: 0.7 in 0.0..=2.0,
    /// Weight of two adjacent words, joined as in an identifier.
    query_compound: 0.5 in 0.0..=2.0,
    /// Weight of words that all code has, such as `type` and `none`.
    query_common: 0.3 in 0.0..=1.0,
    /// Weight of words that say what to do rather than with what.
    query_action: 0.5 in 0.0..=1.0,
    /// Weight of a word that the question abbreviates or writes out.
    query_abbreviation: 0.3 in 0.0..=1.0,
    /// Weight of `parser` where the question says `parse`, and the other way round.
    query_agent: 0.4 in 0.0..=1.0,
    /// Weight of longer words that begin with one that the corpus does not have.
    query_prefix: 0.4 in 0.0..=1.0,
    /// Weight of the first line of a long text.
    query_title: 3.0 in 0.0..=10.0,
    /// Weight of a word in back-ticks inside a long text.
    query_quoted: 2.0 in 0.0..=10.0,
    /// Weight of a word in a block of code inside a long text.
    query_code: 0.6 in 0.0..=10.0,
    /// Weight of a function of a stack trace.
    query_frame: 1.0 in 0.0..=10.0,
    /// Most that repetitions add to the weight of a term of a long text, in units of its first occurrence.
    query_repeat: 1.25 in 1.0..=10.0,
    /// Terms of one question that are looked up, the weightiest first.
    most_terms: 64.0 in 1.0..=512.0,

    /// Occurrences in units that are looked at for one question, so that a long one in a large repository stays quick.
    most_postings: 50000.0 in 1000.0..=100000000.0,

    /// Units of a tree from which on not all that have a common word are looked at: below, every score is exact.
    bounded_from: 1000000.0 in 0.0..=4000000000.0,
    /// In such a tree, units with a word up to which all of them are looked at. On 4.2 million units 8,000 give 89 of 100 hits of an answer
    /// without a bound, 30,000 give 92 and 100,000 give 98, for 4, 6 and 15 ms.
    bounded_postings: 30000.0 in 0.0..=4000000000.0,
    /// The best files by a first look, in which more common words are looked up too. A file costs about half a microsecond a word; twice
    /// as many bring nothing.
    bounded_files: 1500.0 in 1.0..=100000.0,
    /// The best units by a first look, whose files are among those too.
    bounded_units: 1500.0 in 1.0..=100000.0,

    /// Candidates that are ranked.
    pool: 200.0 in 10.0..=5000.0,
    /// The same where a context is asked for.
    context_pool: 400.0 in 10.0..=5000.0,
    /// The same where the context of a report is asked for.
    report_pool: 200.0 in 10.0..=5000.0,
    /// Files whose best units are ranked whatever their own score.
    pool_files: 25.0 in 0.0..=1000.0,
    /// The same where a context is asked for.
    context_pool_files: 50.0 in 0.0..=1000.0,
    /// The same where the context of a report is asked for.
    report_pool_files: 25.0 in 0.0..=1000.0,

    /// Weight of each channel where candidates are chosen: units by their text.
    channel_lexical: 1.0 in 0.0..=5.0,
    /// Best units of the best files.
    channel_files: 1.0 in 0.0..=5.0,
    /// Units by name.
    channel_names: 1.0 in 0.0..=5.0,
    /// Units of files that the question names.
    channel_paths: 1.0 in 0.0..=5.0,
    /// Units that commits with matching messages changed.
    channel_history: 0.0 in 0.0..=5.0,
    /// Units by nearness of vectors.
    channel_dense: 1.0 in 0.0..=5.0,
    /// Units by a sparse model, where one is configured. As much as other vectors, until it is measured.
    channel_sparse: 1.0 in 0.0..=5.0,
    /// How much vectors are worth for a question that is a name.
    dense_symbol: 0.3 in 0.0..=1.0,
    /// Largest distance at which a unit is near to a question, unless only vectors are asked.
    dense_furthest: 0.7 in 0.0..=2.0,
    /// Units that count as near to a question.
    dense_reach: 400.0 in 10.0..=5000.0,
    /// Units that documentation names, by what it says about them. A search does without.
    channel_docs: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_channel_docs: 1.0 in 0.0..=5.0,
    /// Sections of documentation whose symbols are looked at.
    docs_sections: 20.0 in 0.0..=1000.0,
    /// Most units of that channel.
    docs_most: 30.0 in 0.0..=1000.0,

    /// 1 looks a question up by all its keywords, tier by tier; 0 by what it writes as code. A search does without.
    names_tiers: 0.0 in 0.0..=1.0,
    /// The same where a context is asked for.
    context_names_tiers: 1.0 in 0.0..=1.0,
    /// Most units that have the very name of a keyword.
    names_exact: 30.0 in 0.0..=1000.0,
    /// Most units by then whose names begin with one.
    names_prefix: 30.0 in 0.0..=1000.0,
    /// Most units by then whose names have one inside.
    names_substring: 20.0 in 0.0..=1000.0,
    /// Most units by then whose paths have one as a part.
    names_path: 40.0 in 0.0..=1000.0,
    /// Fewer than this and the vaguer tiers are asked, and after all tiers single words.
    names_few: 5.0 in 0.0..=1000.0,
    /// Units that a built-in class of phrases and names stands for; with 0 these classes say nothing at all. On repositories that
    /// they were not made for they gained nothing that could be told from chance.
    channel_concepts: 0.0 in 0.0..=5.0,
    /// Units that a class of the team stands for; with 0 these classes say nothing at all.
    channel_team: 1.0 in 0.0..=5.0,
    /// Units that the code around them calls by words of the question; with 0 nobody looks. The same was found.
    channel_aliases: 0.0 in 0.0..=5.0,
    /// Share of its weight that a class has of which the question says one word.
    concept_weak: 0.3 in 0.0..=1.0,
    /// Most units of each of the channels of classes.
    concepts_most: 40.0 in 0.0..=1000.0,

    /// Units that were useful when words of the question were said; with 0 nothing that was learned says anything.
    channel_learned: 1.0 in 0.0..=5.0,
    /// Most units of that channel.
    learned_most: 40.0 in 0.0..=1000.0,
    /// A smaller share of the question than this brings no unit by itself.
    learned_least: 0.1 in 0.0..=1.0,
    /// Words of one task that can be learned, the weightiest first.
    vocabulary_words: 16.0 in 0.0..=512.0,
    /// Tasks in which a word led to a unit before it stands for it.
    vocabulary_least: 2.0 in 1.0..=100.0,
    /// How surely it does then.
    vocabulary_least_weight: 0.3 in 0.0..=1.0,
    /// Tasks after which it is as sure as it can be.
    vocabulary_most: 10.0 in 1.0..=1000.0,
    /// How surely it does then.
    vocabulary_most_weight: 0.8 in 0.0..=1.0,
    /// Power of the share of times that a unit was used of those that it was shown for a word: chance is not consistent.
    vocabulary_consistency: 2.0 in 0.0..=10.0,
    /// How many uses by an agent a user's own word counts.
    feedback_explicit: 4.0 in 0.0..=100.0,
    /// How much a unit that was shown before one that was used, and was not used itself, counts against itself.
    feedback_ignored: 0.25 in 0.0..=1.0,
    /// Uses that are still missing before a unit is taken to be useful: what was used once may have been used by chance.
    feedback_doubt: 1.0 in 0.0..=100.0,
    /// Seconds after which a use counts half.
    session_half_life: 180.0 in 1.0..=86400.0,
    /// Most that the uses of one unit can count together, where one counts 1.
    session_cap: 2.0 in 0.1..=100.0,
    /// Uses that count less are forgotten.
    session_least: 0.01 in 0.0..=1.0,

    /// Feature: the unit's own text.
    own: 0.65 in 0.0..=5.0,
    /// The same where a context is asked for: its units need not all speak of the task themselves.
    context_own: 0.9 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_own: 0.8 in 0.0..=5.0,
    /// Feature: the question is a name, and it is its own.
    definition: 1.0 in 0.0..=5.0,
    /// The same where a context is asked for: more evidence stands beside it, and a name alone asks for what it names.
    context_definition: 5.0 in 0.0..=5.0,
    /// Feature: a name inside the question is its own.
    mention: 0.6 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_mention: 1.2 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_mention: 0.6 in 0.0..=5.0,
    /// Feature: two adjacent words of the question are its name.
    compound: 0.2 in 0.0..=5.0,
    /// Feature: share of its name that the question says.
    name_cover: 0.1 in 0.0..=5.0,
    /// Feature: share of the question's weight that its name says.
    name_share: 0.16 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_name_share: 0.2 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_name_share: 0.25 in 0.0..=5.0,
    /// Feature: share of its name and of the names that enclose it that the question says.
    qualified_cover: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_qualified_cover: 0.55 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_qualified_cover: 0.3 in 0.0..=5.0,
    /// Feature: all evidence of its best three members.
    family: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_family: 0.4 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_family: 0.5 in 0.0..=5.0,
    /// Feature: all evidence of the best five units of its folder.
    folder: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_folder: 0.35 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_folder: 0.3 in 0.0..=5.0,
    /// Feature: all evidence of the candidates that it is linked with, in whichever way. Passed on along the edges between them.
    linked: 2.05 in 0.0..=5.0,
    /// Feature: the same of what it calls alone, where those that much calls count less.
    linked_callees: 1.55 in 0.0..=5.0,
    /// Feature: the same of its members.
    linked_members: 0.9 in 0.0..=5.0,
    /// Feature: the same of what it is a member of.
    linked_container: 0.5 in 0.0..=5.0,
    /// Feature: the same of those that refer to it by a type, a field or a name, or decorate it.
    linked_users: 0.55 in 0.0..=5.0,
    /// Feature: the same of sections of documentation that name it.
    linked_sections: 2.75 in 0.0..=5.0,
    /// Times that evidence is passed on; with 0 none is and links weigh nothing. A search does without.
    link_rounds: 0.0 in 0.0..=10.0,
    /// The same where a context is asked for.
    context_link_rounds: 2.0 in 0.0..=10.0,
    /// The same where the context of a report is asked for.
    report_link_rounds: 0.0 in 0.0..=10.0,
    /// Power of a candidate's share of the best score in what it passes on: above 1 the best say more than the many.
    link_power: 2.0 in 0.1..=10.0,
    /// Feature: text of the type that it belongs to.
    container: 0.1 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_container: 0.05 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_container: 0.1 in 0.0..=5.0,
    /// Feature: mean of its best three members.
    members: 0.4 in 0.0..=5.0,
    /// Feature: text of its whole file.
    file: 0.4 in 0.0..=5.0,
    /// Feature: mean of the best three units of its file.
    coherence: 0.2 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_coherence: 0.2 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_coherence: 0.3 in 0.0..=5.0,
    /// Feature: share of the file's name that the question says.
    stem_cover: 0.3 in 0.0..=5.0,
    /// Feature: share of the question's weight that the file's name says.
    stem_share: 1.4 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_stem_share: 0.8 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_stem_share: 0.9 in 0.0..=5.0,
    /// Feature: share of the question's weight that the folders' names say.
    directory: 0.13 in 0.0..=5.0,
    /// Feature: the question names the file.
    path: 0.8 in 0.0..=5.0,
    /// Feature: mean of its best three callers.
    callers: 0.1 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_callers: 0.95 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_callers: 0.3 in 0.0..=5.0,
    /// Feature: mean of its best three callees.
    callees: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_callees: 0.45 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_callees: 0.0 in 0.0..=5.0,
    /// Feature: mean of the best three units that refer to it in other ways.
    users: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_users: 1.05 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_users: 0.0 in 0.0..=5.0,
    /// Feature: how much its authors say about it.
    described: 0.0 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_described: 0.85 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_described: 0.0 in 0.0..=5.0,
    /// Feature: how many units refer to it.
    degree: 0.05 in 0.0..=5.0,
    /// Feature: mean of the best three sections of documentation that name it.
    documented: 0.05 in 0.0..=5.0,
    /// Feature: mean of the best three tests of it.
    tested: 0.05 in 0.0..=5.0,
    /// Feature: share of the walk from the best candidates.
    walk: 0.5 in 0.0..=5.0,
    /// Feature: how much the best of the walk lean on it, of a unit that the walk began at.
    authority: 0.1 in 0.0..=5.0,
    /// Feature: how much it brings them together, of a unit that the walk began at.
    hub: 0.0 in 0.0..=5.0,
    /// Feature: how much the best of the walk lean on it, of a unit that only the walk came by.
    infrastructure: 0.0 in -5.0..=0.0,
    /// Feature: commits with matching messages changed it.
    history: 0.0 in 0.0..=5.0,
    /// Feature: they changed its file.
    history_file: 0.25 in 0.0..=5.0,
    /// Feature: nearness of its vector to that of the question.
    dense: 0.25 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_dense: 1.0 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_dense: 0.25 in 0.0..=5.0,
    /// Feature: nearness of the nearest unit of its file.
    dense_file: 0.7 in 0.0..=5.0,
    /// The same where a context is asked for.
    context_dense_file: 0.25 in 0.0..=5.0,
    /// The same where the context of a report is asked for.
    report_dense_file: 0.35 in 0.0..=5.0,
    /// Feature: what it has in common with the question by a sparse model, where one is configured.
    sparse: 0.25 in 0.0..=5.0,
    /// Feature: strength of the best built-in class that stands for it.
    concept: 0.2 in 0.0..=5.0,
    /// Feature: strength of the best class of the team that stands for it.
    team_concept: 3.0 in 0.0..=5.0,
    /// Feature: the code around it calls it by words of the question.
    alias: 0.1 in 0.0..=5.0,
    /// Feature: share of the task's words that stand for it because it was useful when they were said.
    learned: 1.0 in 0.0..=5.0,
    /// Feature: how useful it was found to be, whatever the task.
    feedback: 0.25 in 0.0..=5.0,
    /// Feature: how useless. A unit that was not used may still be right.
    refused: -0.05 in -5.0..=0.0,
    /// Feature: how much it was used in the last minutes.
    session: 0.2 in 0.0..=5.0,
    /// Feature: the answer begins with it, as with the units of a change or of given files. Outweighs all that nearness adds.
    origin: 3.0 in 0.0..=10.0,
    /// Feature: how surely it depends on what the answer begins with.
    dependence: 0.6 in 0.0..=5.0,

    /// Factor of tests, unless the question speaks of tests.
    factor_test: 0.4 in 0.0..=1.0,
    /// Factor of examples, benchmarks and demonstrations, unless the question speaks of them.
    factor_example: 0.6 in 0.0..=1.0,
    /// Factor of code that a tool wrote.
    factor_generated: 0.5 in 0.0..=1.0,
    /// Factor of code that belongs to somebody else.
    factor_vendored: 0.5 in 0.0..=1.0,
    /// Factor of code that keeps old users working, unless the question speaks of it.
    factor_compatibility: 0.7 in 0.0..=1.0,
    /// Factor of code in the folder of a version, `v1`, beside which a later one stands.
    factor_superseded: 0.6 in 0.0..=1.0,
    /// Factor of documentation, unless the question speaks of it.
    factor_documentation: 0.5 in 0.0..=1.0,
    /// Factor of text that no declaration covers.
    factor_fragment: 0.7 in 0.0..=1.0,
    /// Factor of constants, variables and fields.
    factor_value: 0.65 in 0.0..=1.0,
    /// The same where a context is asked for.
    context_factor_value: 0.35 in 0.0..=1.0,
    /// The same where the context of a report is asked for.
    report_factor_value: 0.5 in 0.0..=1.0,
    /// Factor of a file as a whole, where its declarations are candidates too.
    factor_module: 1.0 in 0.0..=1.0,
    /// The same where a context is asked for.
    context_factor_module: 0.65 in 0.0..=1.0,
    /// The same where the context of a report is asked for.
    report_factor_module: 0.5 in 0.0..=1.0,
    /// Factor of further declarations of one name in one file, such as overloads.
    factor_overload: 1.0 in 0.0..=1.0,
    /// The same where a context is asked for.
    context_factor_overload: 0.4 in 0.0..=1.0,
    /// The same where the context of a report is asked for.
    report_factor_overload: 0.5 in 0.0..=1.0,
    /// Factor of a declaration without a body.
    factor_declaration: 0.9 in 0.0..=1.0,
    /// Factor of each further hit of one file, for a question of one line: a report of several is about functions more than
    /// about files.
    factor_repeat: 0.65 in 0.0..=1.0,
    /// The same where a context is asked for: many units of one file are welcome there.
    context_factor_repeat: 1.0 in 0.0..=1.0,
    /// Below this the factor of further hits does not fall.
    factor_repeat_least: 0.2 in 0.0..=1.0,

    /// Most units of one file in the list that a context packs; 0 means no limit. It trades symbols for files.
    context_per_file: 0.0 in 0.0..=100.0,

    /// Share of the best standing, which is score and file, below which a unit is not shown with its body.
    pack_body_least: 0.5 in 0.0..=1.0,
    /// The same where the context of a report is packed: it says more about what is needed, and that is less.
    report_pack_body_least: 0.7 in 0.0..=1.0,
    /// Share of the best standing below which a unit is not shown with its signature.
    pack_signature_least: 0.5 in 0.0..=1.0,
    /// The same where the context of a report is packed.
    report_pack_signature_least: 0.7 in 0.0..=1.0,
    /// Share of the best score below which a unit is not pointed to.
    pack_pointer_least: 0.1 in 0.0..=1.0,
    /// Most of the budget that bodies may take, as a share.
    pack_body_share: 0.9 in 0.0..=1.0,
    /// Most of the budget that one body may take, as a share.
    pack_largest_share: 0.35 in 0.0..=1.0,
    /// The same where the context of a report is packed.
    report_pack_largest_share: 0.5 in 0.0..=1.0,
    /// The same for the best unit, for which there is room before anything else.
    pack_best_share: 0.6 in 0.0..=1.0,
    /// The same where the context of a report is packed.
    report_pack_best_share: 0.5 in 0.0..=1.0,
    /// Most of the budget that pointers may take, as a share.
    pack_pointer_share: 0.2 in 0.0..=1.0,
    /// Tokens up to which a type is shown whole; a longer one is shown without the bodies of its members.
    pack_whole_type: 1000.0 in 0.0..=100000.0,
    /// How much size is held against a unit where the budget is filled: 0 takes the best first, 1 the best for its tokens.
    pack_size_exponent: 0.4 in 0.0..=2.0,
    /// The same where the context of a report is packed.
    report_pack_size_exponent: 0.2 in 0.0..=2.0,
    /// How much the text of the whole file counts where it is decided what is shown: 0 goes by the unit alone.
    pack_file_exponent: 0.5 in 0.0..=2.0,
    /// The same where the context of a report is packed.
    report_pack_file_exponent: 1.0 in 0.0..=2.0,
    /// How much a unit's own text counts there.
    pack_own_exponent: 0.4 in 0.0..=2.0,
    /// Lines before and after a body that are shown with it.
    pack_margin: 0.0 in 0.0..=50.0,
    /// The same where the context of a report is packed: what a fix changes often begins or ends beside a body.
    report_pack_margin: 3.0 in 0.0..=50.0,
    /// How much nearness in the graph counts where the budget is filled, in a graph without externals.
    pack_walk_exponent: 0.3 in 0.0..=1.0,
    /// What a share of externals among the candidates adds to that.
    pack_external_exponent: 0.2 in 0.0..=1.0,
    /// Most that this exponent can become.
    pack_walk_exponent_most: 0.7 in 0.0..=1.0,

    /// As `pack_body_least`, for what a change or given files touch: those come first by far, and the rest is worth reading too.
    around_body_least: 0.1 in 0.0..=1.0,
    /// As `pack_signature_least`.
    around_signature_least: 0.05 in 0.0..=1.0,
    /// As `pack_pointer_least`.
    around_pointer_least: 0.01 in 0.0..=1.0,
    /// Most of the budget that bodies may take there, as a share.
    around_body_share: 0.75 in 0.0..=1.0,
    /// Places of the list that units around a change or given files have for themselves, however long those are.
    around_places: 40.0 in 0.0..=100.0,
    /// Those of them that units of one reason have for themselves, as callers, tests and documentation.
    around_each: 8.0 in 0.0..=100.0,
    /// How surely a test depends on the unit that it tests, where the edge between them is sure.
    around_test: 0.8 in 0.0..=1.0,
    /// The same of a section of documentation that names it.
    around_docs: 0.5 in 0.0..=1.0,
    /// The same of whoever uses the name of a unit that is gone, where nothing else is known to have that name.
    around_gone: 0.9 in 0.0..=1.0,

    /// Candidates among which seeds are chosen: in graphs with fewer seeds than this folders and kinds have a say.
    seed_candidates: 40.0 in 1.0..=1000.0,
    /// Power of all evidence for a candidate in its weight as a seed, for a task of one line; with 0 seeds are chosen and weighed by
    /// their ranks in the channels.
    seed_evidence: 1.0 in 0.0..=10.0,
    /// What the best rank in the channels adds to that, where the most evidence weighs 1.
    seed_fused: 0.1 in 0.0..=10.0,
    /// Fewer candidates by words than this and the nearest by vector become seeds; 0 means never.
    seed_gap: 5.0 in 0.0..=100.0,
    /// How many of them.
    seed_gap_fill: 5.0 in 0.0..=100.0,
    /// Implementors of an interface that join it as seeds; 0 means none.
    seed_implementors: 5.0 in 0.0..=100.0,
    /// The same of all interfaces together.
    seed_implementors_most: 10.0 in 0.0..=1000.0,
    /// Weight of such a seed, as a share of the interface's.
    seed_implementor_weight: 0.5 in 0.0..=2.0,
    /// Factor of noise among the seeds: 0 leaves it out, 1 means that nothing is noise.
    seed_noise: 0.0 in 0.0..=1.0,
    /// 1 brings the seeds of the folder that has most of their weight to the front.
    seed_focus: 1.0 in 0.0..=1.0,
    /// Units of a graph above which types are the first seeds.
    seed_types_units: 40000.0 in 0.0..=1000000000.0,
    /// Weight of types in folders that the task speaks of, as a share of the best seed's; 0 means that they are none.
    seed_directories: 0.3 in 0.0..=2.0,
    /// Most types with members for one word.
    directory_rich: 5.0 in 0.0..=100.0,
    /// Most types without members for one word.
    directory_lean: 10.0 in 0.0..=100.0,
    /// Most of all these types.
    directory_most: 30.0 in 0.0..=1000.0,
    /// Share of all units that may have a word before it says nothing about a place.
    directory_share: 0.1 in 0.0..=1.0,
    /// Seeds that a graph has more when it has more units than the next two numbers, for each of them.
    seed_step: 5.0 in 0.0..=40.0,
    /// The first of them.
    seed_medium_units: 10000.0 in 0.0..=1000000000.0,
    /// The second.
    seed_large_units: 40000.0 in 0.0..=1000000000.0,

    /// Candidates that the walk begins at, in a small graph; 0 means that nobody walks. A search does without.
    walk_seeds: 0.0 in 0.0..=40.0,
    /// The same where a context is asked for.
    context_walk_seeds: 30.0 in 0.0..=40.0,
    /// Units that join the candidates because the walk came by.
    walk_joins: 50.0 in 0.0..=1000.0,
    /// The same where a context is asked for.
    context_walk_joins: 150.0 in 0.0..=1000.0,
    /// The same where the context of a report is asked for.
    report_walk_joins: 50.0 in 0.0..=1000.0,
    /// Chance that the walk goes back to its seeds instead of on. This and the other numbers of the walk begin where an earlier
    /// system of this kind ended.
    walk_restart: 0.2 in 0.05..=0.95,
    /// Most rounds of the walk.
    walk_rounds: 20.0 in 1.0..=100.0,
    /// The walk ends when a round moves less than this.
    walk_settled: 0.001 in 0.0..=1.0,
    /// The walk ends when this many of its best units stay the same.
    walk_top: 10.0 in 1.0..=100.0,
    /// For so many rounds.
    walk_steady: 2.0 in 1.0..=100.0,
    /// Edges between a seed and the furthest units that are reached.
    walk_hops: 4.0 in 1.0..=20.0,
    /// Edges of one unit that are looked at, in each direction.
    walk_edges: 200.0 in 1.0..=100000.0,
    /// A unit that never has this much of the walk, in the first rounds, passes nothing on.
    walk_passed: 0.0003 in 0.0..=0.1,
    /// A unit with less than this of the largest share is left out.
    walk_least: 0.02 in 0.0..=1.0,
    /// Power of an edge's confidence in its weight; 0 means that all are equal.
    walk_confidence: 1.0 in 0.0..=4.0,
    /// Power of the number of edges to a unit that a step to it is divided by; 0 means that hubs are not damped.
    walk_hub: 0.1 in 0.0..=1.0,
    /// Weight of a call from the callee to the caller, where the other way weighs 1.
    walk_callers: 0.6 in 0.0..=2.0,
    /// The same of the other kinds of edges that have no kind of their own for it.
    walk_back: 0.5 in 0.0..=2.0,
    /// Weight of an edge from a caller to the callee.
    walk_calls: 1.0 in 0.0..=2.0,
    /// From a file to what it imports.
    walk_imports: 0.5 in 0.0..=2.0,
    /// From a container to a member.
    walk_contains: 0.8 in 0.0..=2.0,
    /// From a member to its container.
    walk_member_of: 0.6 in 0.0..=2.0,
    /// From a type to its parent.
    walk_extends: 0.7 in 0.0..=2.0,
    /// From a type to an interface of it.
    walk_implements: 0.8 in 0.0..=2.0,
    /// From a method to the one that it replaces.
    walk_overrides: 0.8 in 0.0..=2.0,
    /// From a type to a method of its parents.
    walk_inherits: 0.3 in 0.0..=2.0,
    /// From a unit to another that it names.
    walk_references: 0.4 in 0.0..=2.0,
    /// From a callable or variable to a type in its annotations.
    walk_type_hint_of: 0.5 in 0.0..=2.0,
    /// From a method to a field that it uses.
    walk_accesses_field: 0.6 in 0.0..=2.0,
    /// From a decorator to what it decorates.
    walk_decorates: 0.3 in 0.0..=2.0,
    /// From a callable to an error that it raises.
    walk_throws: 0.4 in 0.0..=2.0,
    /// From a test to its subject.
    walk_tests: 0.6 in 0.0..=2.0,
    /// From a subject to its test.
    walk_tested_by: 0.5 in 0.0..=2.0,
    /// From a section of documentation to what it names.
    walk_documents: 0.2 in 0.0..=2.0,

    /// Commits, those whose messages match best, that are asked what they changed; 0 means that none is. A search does without.
    history_commits: 0.0 in 0.0..=1000.0,
    /// The same where a context is asked for.
    context_history_commits: 50.0 in 0.0..=1000.0,
    /// A commit that changed more files says nothing about any.
    history_most_files: 30.0 in 1.0..=1000.0,
    /// Power of the number of files, or units, of a commit that what it says of each is divided by.
    history_shared_power: 1.0 in 0.0..=2.0,
    /// Power of the number of commits of a file, or unit, that what is said of it is divided by.
    history_often_power: 0.5 in 0.0..=2.0,
    /// Power of a term's weight in the question where messages are matched; 0 means that all weigh the same.
    history_weight_power: 0.0 in 0.0..=2.0,
    /// As `k1`, for messages.
    history_k1: 1.2 in 0.1..=5.0,
    /// As `b`, for messages.
    history_b: 0.75 in 0.0..=1.0,
    /// Units that commits bring to the candidates.
    history_pool: 30.0 in 0.0..=1000.0,
    /// Files of which commits bring the best units.
    history_pool_files: 10.0 in 0.0..=1000.0,

    /// Best units of the walk that are asked which of them the others lean on.
    authority_units: 200.0 in 1.0..=2000.0,
    /// Rounds of that.
    authority_rounds: 10.0 in 1.0..=100.0,
}
