//! An explanation for programs. Stable: fields are added, never changed.

use crate::arguments::WhyArguments;
use crate::commands::answer::{changed, notes_json, place_json};
use crate::commands::score::{Score, number};
use orienteer_engine::{
    Explanation, Finding, Form, Outcome, Packing, Place, Step, TracedStage, View, WhyAnswer,
};
use serde_json::{Value, json};

pub(super) fn page(view: &View, arguments: &WhyArguments, task: &str, answer: &WhyAnswer) -> Value {
    let unknown = answer.unknown.as_ref();
    let suggestions: Vec<Value> = unknown
        .into_iter()
        .flat_map(|unknown| &unknown.suggestions)
        .map(|place: &Place| place_json(place))
        .collect();
    json!({
        "version": 1,
        "snapshot": view.snapshot.id().to_string(),
        "changed": changed(view),
        "task": task,
        "symbol": arguments.symbol,
        "budget": arguments.budget,
        "found": unknown.is_none(),
        "explanations": answer.explanations.iter().map(explanation).collect::<Vec<_>>(),
        "suggestions": suggestions,
        "other_case": unknown.is_some_and(|unknown| unknown.is_other_case),
        "notes": notes_json(&answer.notes),
        "stages": answer.stages.iter().map(stage).collect::<Vec<_>>(),
    })
}

fn explanation(explanation: &Explanation) -> Value {
    let journey = &explanation.journey;
    let ranked = journey.ranked.as_ref();
    let score =
        ranked.map(|ranked| Score { parts: &ranked.parts, factors: &ranked.factors, score: ranked.score });
    json!({
        "place": place_json(&explanation.place),
        "score": score.as_ref().map(|score| number(score.score)),
        "relative": explanation.relative.map(number),
        "parts": score.as_ref().map(Score::parts_json),
        "factors": score.as_ref().map(Score::factors_json),
        "channels": journey.found.iter().map(finding).collect::<Vec<_>>(),
        "fused": journey.fused.map(number),
        "seed": journey.seed.map(number),
        "origin": journey.origin,
        "walk": journey.share.map(number),
        "authority": number(journey.standing.authority),
        "hub": number(journey.standing.hub),
        "steps": journey.steps.iter().map(step).collect::<Vec<_>>(),
        "losses": explanation.losses(),
        "packing": explanation.packing.as_ref().map(packing),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "channel": finding.channel,
        "tier": finding.tier,
        "place": finding.place,
        "of": finding.of,
        "weight": number(finding.weight),
        "adds": number(finding.adds),
    })
}

/// Without a place where the stage lost it.
fn step(step: &Step) -> Value {
    let place = match step.outcome {
        Outcome::At(place) => Some(place),
        Outcome::Lost(_) => None,
    };
    json!({ "stage": step.stage, "place": place })
}

fn packing(packing: &Packing) -> Value {
    let form = packing.form.map(|form| match form {
        Form::Body => "body",
        Form::Signature => "signature",
        Form::Pointer => "pointer",
    });
    json!({ "form": form, "place": packing.place, "tokens": packing.tokens, "told": packing.told() })
}

/// Without its time: the same question on the same snapshot gives the same bytes.
fn stage(traced: &TracedStage) -> Value {
    let stage = &traced.stage;
    json!({ "name": stage.name, "part": stage.is_part, "in": stage.taken, "out": stage.given, "note": stage.note })
}
