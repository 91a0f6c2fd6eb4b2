//! From a ranked list to what is shown of it under a budget of tokens. Pure: knows scores and costs, no source and no format.
//!
//! Never spends more than the budget by the costs that it is given; whether those add up is for the caller to see.

use crate::params::Params;
use std::collections::HashSet;

/// Evidence of a file that says nothing: where that is so of all files, the best units are shown all the same.
const FAINT: f32 = 0.01;

/// How much of a unit is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Where it is and what it is called.
    Pointer,
    /// What it is declared as.
    Signature,
    /// All of it that says something.
    Body,
}

/// A unit that may be shown, with what each form of it costs in tokens; `None` for a form that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    pub score: f32,
    /// Its share of the walk over the graph, of the largest; 0 where there was no walk.
    pub walk: f32,
    pub is_external: bool,
    /// What the text of its whole file says for it, of the most; none where nobody looked.
    pub file_evidence: Option<f32>,
    /// The same of its own text.
    pub own_evidence: Option<f32>,
    /// Whatever tells its file from others.
    pub file: u32,
    pub body: Option<usize>,
    pub signature: Option<usize>,
    pub pointer: Option<usize>,
}

/// Why a candidate was not given a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// Its share of the best standing, or of the best score for a pointer, is below the least for the form.
    Weak { share: f32, least: f32 },
    /// It costs more than was left for the form, or than one of them may cost.
    NoRoom { cost: usize, left: usize },
    /// There is nothing to show in this form, or it would cost more than the whole budget.
    Absent,
}

/// By form; none where the form was given, or was not asked for any more.
pub type Refusals = [Option<Refusal>; 3];

/// What was chosen, candidate by candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    pub forms: Vec<Option<Form>>,
    pub refusals: Vec<Refusals>,
}

/// Chooses a form, or none, for every candidate. Bodies first, then signatures, each by what they are worth for their tokens, then
/// pointers: to files of which nothing is shown before others, best first. What does not fit is passed over and the next is tried. The
/// best has its turn before the others, and nobody takes the room for a pointer to it.
pub fn pack(candidates: &[Candidate], budget: usize, params: &Params) -> Packed {
    let mut packing = Packing::new(candidates, budget, params);
    let share = |share: f32| (budget as f64 * f64::from(share)).round() as usize;
    let largest = share(params.pack_largest_share);
    packing.largest_best = share(params.pack_best_share);
    packing.fill(Form::Body, params.pack_body_least, share(params.pack_body_share), largest);
    packing.fill(Form::Signature, params.pack_signature_least, budget, budget);
    let has_none = packing.chosen.iter().all(Option::is_none);
    let pointers = if has_none { budget } else { share(params.pack_pointer_share) };
    packing.fill(Form::Pointer, params.pack_pointer_least, pointers, budget);
    Packed { forms: packing.chosen, refusals: packing.refusals }
}

struct Packing<'a> {
    candidates: &'a [Candidate],
    params: &'a Params,
    /// Best score and best standing.
    top_score: f32,
    top_standing: f32,
    walk_exponent: Option<f32>,
    /// The first of the best score, and the tokens that its body may have.
    best: Option<usize>,
    largest_best: usize,
    left: usize,
    chosen: Vec<Option<Form>>,
    refusals: Vec<Refusals>,
}

impl<'a> Packing<'a> {
    fn new(candidates: &'a [Candidate], budget: usize, params: &'a Params) -> Packing<'a> {
        let most = |of: &dyn Fn(&Candidate) -> f32| candidates.iter().map(of).fold(0.0, f32::max);
        Packing {
            candidates,
            params,
            top_score: most(&|candidate| candidate.score),
            top_standing: most(&|candidate| candidate.standing(params)),
            walk_exponent: walk_exponent(candidates, params),
            best: best(candidates),
            largest_best: budget,
            left: budget,
            chosen: vec![None; candidates.len()],
            refusals: vec![Refusals::default(); candidates.len()],
        }
    }

    /// Gives the form to candidates that have none, within `most` tokens for all and `largest` for one of them.
    fn fill(&mut self, form: Form, least: f32, most: usize, largest: usize) {
        let mut room = most.min(self.left);
        for position in self.order(form, least) {
            let Some(cost) = self.candidates[position].cost(form) else {
                self.refuse(position, form, Refusal::Absent);
                continue;
            };
            let left = self.room(position, form, room, largest);
            if cost <= left {
                self.chosen[position] = Some(form);
                self.left -= cost;
                room = room.saturating_sub(cost);
            } else {
                self.refuse(position, form, Refusal::NoRoom { cost, left });
            }
        }
    }

    /// What one candidate may take: of the room for its form at most the largest share, and never what a pointer to the best needs.
    fn room(&self, position: usize, form: Form, room: usize, largest: usize) -> usize {
        let is_best = self.best == Some(position);
        match form {
            Form::Pointer if is_best => self.left,
            Form::Body if is_best => room.min(self.largest_best),
            _ if is_best => room.min(largest),
            _ => room.min(largest).min(self.left.saturating_sub(self.kept_for_best())),
        }
    }

    fn kept_for_best(&self) -> usize {
        let open = self.best.filter(|best| self.chosen[*best].is_none());
        open.and_then(|best| self.candidates[best].pointer).unwrap_or(0)
    }

    fn refuse(&mut self, position: usize, form: Form, refusal: Refusal) {
        self.refusals[position][form as usize] = Some(refusal);
    }

    /// Whether a candidate is too weak for a form, which is noted.
    fn is_weak(&mut self, position: usize, form: Form, least: f32) -> bool {
        let share = self.share(&self.candidates[position], form);
        let is_weak = share < least;
        if is_weak {
            self.refuse(position, form, Refusal::Weak { share, least });
        }
        is_weak
    }

    /// Of the best. Source is for what stands out, pointers are for whatever scored.
    fn share(&self, candidate: &Candidate, form: Form) -> f32 {
        match form {
            Form::Pointer => candidate.score / self.top_score,
            _ => candidate.standing(self.params) / self.top_standing,
        }
    }

    /// Candidates without a form that are good enough for this one, in the order in which they are tried.
    fn order(&mut self, form: Form, least: f32) -> Vec<usize> {
        let mut open: Vec<(usize, f32)> = Vec::new();
        for position in 0..self.candidates.len() {
            if self.chosen[position].is_none() && !self.is_weak(position, form, least) {
                open.push((position, self.worth(&self.candidates[position], form)));
            }
        }
        let score = |position: usize| self.candidates[position].score;
        let is_best = |position: usize| self.best == Some(position);
        open.sort_by(|(left, left_worth), (right, right_worth)| {
            is_best(*right)
                .cmp(&is_best(*left))
                .then(right_worth.total_cmp(left_worth))
                .then(score(*right).total_cmp(&score(*left)))
                .then(left.cmp(right))
        });
        let order: Vec<usize> = open.into_iter().map(|(position, _)| position).collect();
        if form == Form::Pointer { self.unseen_files_first(order) } else { order }
    }

    /// The first of each file of which nothing is shown yet, then the rest, both in the order they have.
    fn unseen_files_first(&self, order: Vec<usize>) -> Vec<usize> {
        let file = |position: usize| self.candidates[position].file;
        let shown = self.chosen.iter().enumerate().filter(|(_, form)| form.is_some());
        let mut known: HashSet<u32> = shown.map(|(position, _)| file(position)).collect();
        let (mut new, known): (Vec<usize>, Vec<usize>) =
            order.into_iter().partition(|position| known.insert(file(*position)));
        new.extend(known);
        new
    }

    /// Standing for its tokens, nearer units first; pointers cost about the same and go by score.
    fn worth(&self, candidate: &Candidate, form: Form) -> f32 {
        if form == Form::Pointer {
            return candidate.score;
        }
        let cost = candidate.cost(form).unwrap_or(usize::MAX).max(1) as f32;
        // What the walk left out is as far away as the furthest that it kept.
        let walk = candidate.walk.max(self.params.walk_least);
        let near = self.walk_exponent.map_or(1.0, |exponent| walk.powf(exponent));
        candidate.standing(self.params) / cost.powf(self.params.pack_size_exponent) * near
    }
}

impl Candidate {
    /// Score, what its file says for it, and what it says itself: a good unit of a file that is about something else is less likely
    /// to be needed, and one that only stands near the task need not be read.
    pub fn standing(&self, params: &Params) -> f32 {
        let share = |evidence: Option<f32>| evidence.map_or(1.0, |share| share.max(FAINT));
        let file = share(self.file_evidence).powf(params.pack_file_exponent);
        self.score * file * share(self.own_evidence).powf(params.pack_own_exponent)
    }

    fn cost(&self, form: Form) -> Option<usize> {
        match form {
            Form::Body => self.body,
            Form::Signature => self.signature,
            Form::Pointer => self.pointer,
        }
    }
}

/// The first of the best score.
fn best(candidates: &[Candidate]) -> Option<usize> {
    let score = |position: &usize| candidates[*position].score;
    (0..candidates.len()).reduce(|best, next| if score(&next) > score(&best) { next } else { best })
}

/// None where there was no walk: nothing is nearer than anything else.
fn walk_exponent(candidates: &[Candidate], params: &Params) -> Option<f32> {
    if candidates.iter().all(|candidate| candidate.walk <= 0.0) {
        return None;
    }
    let externals = candidates.iter().filter(|candidate| candidate.is_external).count();
    let share = externals as f32 / candidates.len() as f32;
    let least = params.pack_walk_exponent;
    Some((least + params.pack_external_exponent * share).min(params.pack_walk_exponent_most.max(least)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn candidate(score: f32, body: usize) -> Candidate {
        Candidate { score, body: Some(body), signature: Some(10), pointer: Some(3), ..Candidate::default() }
    }

    /// Numbers that no fit moves.
    fn params() -> Params {
        Params {
            pack_body_least: 0.7,
            pack_signature_least: 0.7,
            pack_largest_share: 0.5,
            pack_best_share: 0.5,
            pack_size_exponent: 0.2,
            pack_file_exponent: 1.0,
            ..Params::default()
        }
    }

    fn forms(candidates: &[Candidate], budget: usize) -> Vec<Option<Form>> {
        pack(candidates, budget, &params()).forms
    }

    #[test]
    fn everything_that_is_good_enough_is_shown_where_there_is_room() {
        let candidates = [candidate(1.0, 50), candidate(0.8, 50), candidate(0.65, 50), candidate(0.2, 50)];
        let params = Params { pack_signature_least: 0.6, ..params() };
        let shown = pack(&candidates, 1_000, &params).forms;
        assert_eq!(shown, [Some(Form::Body), Some(Form::Body), Some(Form::Signature), Some(Form::Pointer)]);
        assert_eq!(forms(&[candidate(1.0, 50), candidate(0.01, 5)], 1_000), [Some(Form::Body), None]);
    }

    #[test]
    fn what_is_not_given_has_a_reason() {
        let body = |candidates: &[Candidate], budget| {
            let packed = pack(candidates, budget, &params());
            packed.refusals.iter().map(|refused| refused[Form::Body as usize]).collect::<Vec<_>>()
        };
        let weak = Refusal::Weak { share: 0.5, least: 0.7 };
        assert_eq!(body(&[candidate(2.0, 50), candidate(1.0, 50)], 1_000), [None, Some(weak)]);
        let no_room = Refusal::NoRoom { cost: 60, left: 40 };
        assert_eq!(body(&[candidate(1.0, 50), candidate(1.0, 60)], 100), [None, Some(no_room)]);
        let without = Candidate { body: None, ..candidate(1.0, 0) };
        assert_eq!(body(&[without], 100), [Some(Refusal::Absent)]);
        let pointers = pack(&[candidate(1.0, 50), candidate(0.05, 5)], 1_000, &params());
        let refused = pointers.refusals[1][Form::Pointer as usize];
        assert_eq!(refused, Some(Refusal::Weak { share: 0.05, least: 0.1 }));
    }

    #[test]
    fn what_does_not_fit_is_passed_over() {
        let candidates = [candidate(1.0, 90), candidate(0.9, 40), candidate(0.8, 30)];
        assert_eq!(forms(&candidates, 100), [Some(Form::Signature), Some(Form::Body), Some(Form::Body)]);
        assert_eq!(forms(&candidates, 7), [Some(Form::Pointer), Some(Form::Pointer), None]);
        assert_eq!(forms(&candidates, 15), [Some(Form::Signature), Some(Form::Pointer), None]);
        assert_eq!(forms(&candidates, 0), [None, None, None]);
    }

    #[test]
    fn nearer_units_go_first_where_there_was_a_walk() {
        let best = Candidate { walk: 0.01, ..candidate(1.0, 10) };
        let far = Candidate { walk: 0.01, ..candidate(0.9, 50) };
        let near = Candidate { walk: 1.0, ..candidate(0.8, 50) };
        assert_eq!(forms(&[best, far, near], 117)[2], Some(Form::Body));
        assert_ne!(forms(&[best, far, near], 117)[1], Some(Form::Body));
        let without = [best, far, near].map(|one| Candidate { walk: 0.0, ..one });
        assert_eq!(forms(&without, 117)[1], Some(Form::Body));
    }

    #[test]
    fn there_is_room_for_the_best() {
        let cheap = Candidate { body: Some(5), ..candidate(0.9, 5) };
        let large = Candidate { signature: Some(60), pointer: Some(8), ..candidate(1.0, 90) };
        let shown = forms(&[cheap, cheap, large, cheap], 20);
        assert_eq!(shown[2], Some(Form::Pointer), "{shown:?}");
        let wide = Params { pack_best_share: 0.9, ..params() };
        assert_eq!(pack(&[cheap, large], 100, &wide).forms[1], Some(Form::Body), "more than others may take");
    }

    #[test]
    fn source_is_for_files_that_are_about_the_task() {
        let about = Candidate { file_evidence: Some(1.0), ..candidate(0.9, 50) };
        let beside = Candidate { file_evidence: Some(0.2), ..candidate(1.0, 50) };
        assert_eq!(forms(&[beside, about], 105), [Some(Form::Pointer), Some(Form::Body)]);
        let unknown = Candidate { file_evidence: None, ..beside };
        assert_eq!(
            forms(&[unknown, about], 105)[0],
            Some(Form::Body),
            "what is not known is not held against it"
        );
    }

    #[test]
    fn pointers_lead_to_unseen_files_first() {
        let weak =
            |score: f32, file: u32| Candidate { score, file, pointer: Some(10), ..Candidate::default() };
        let candidates = [weak(1.0, 1), weak(0.9, 1), weak(0.8, 2)];
        assert_eq!(forms(&candidates, 20), [Some(Form::Pointer), None, Some(Form::Pointer)]);
        assert_eq!(forms(&candidates, 30), [Some(Form::Pointer); 3]);
    }

    #[test]
    fn externals_make_nearness_count_more() {
        let params = params();
        let inside = Candidate { walk: 1.0, ..Candidate::default() };
        let external = Candidate { is_external: true, ..inside };
        assert_eq!(walk_exponent(&[], &params), None);
        assert_eq!(walk_exponent(&[inside], &params), Some(0.3));
        assert_eq!(walk_exponent(&[external], &params), Some(0.5));
        let steep = Params { pack_external_exponent: 1.0, ..params };
        assert_eq!(walk_exponent(&[external], &steep), Some(0.7));
    }

    fn any_candidate() -> impl Strategy<Value = Candidate> {
        let cost = || proptest::option::of(0usize..400);
        (0.0f32..2.0, 0.0f32..1.0, cost(), cost(), cost()).prop_map(
            |(score, walk, body, signature, pointer)| Candidate {
                score,
                walk,
                body,
                signature,
                pointer,
                ..Candidate::default()
            },
        )
    }

    proptest! {
        #[test]
        fn never_over_the_budget(
            candidates in proptest::collection::vec(any_candidate(), 0..40),
            budget in 0usize..3_000,
        ) {
            let chosen = forms(&candidates, budget);
            prop_assert_eq!(chosen.len(), candidates.len());
            let cost = |(candidate, form): (&Candidate, &Option<Form>)| {
                form.map_or(Some(0), |form| candidate.cost(form))
            };
            let spent: Option<Vec<usize>> = candidates.iter().zip(&chosen).map(cost).collect();
            prop_assert!(spent.expect("a form that it has").iter().sum::<usize>() <= budget);
        }
    }
}
