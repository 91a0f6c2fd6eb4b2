/** Why a unit is where it is in the answer to a task: each feature's contribution, and its way through the stages. */
import { useEffect } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { WhyAnswer } from "../api/types";
import { visible } from "../source/visible";
import { route } from "../state/route";
import { offerCopy } from "./copy";
import { whyMarkdown } from "./markdown";
import { Empty, Failure, Freshness, Kind, nameOf, Path } from "./Pieces";

export function WhyPanel({ unit }: { unit: string }) {
  const { project, query, budget, withoutTests } = route.value;
  const task = query.trim();
  const parameters = { project, task, unit, budget, no_tests: withoutTests };
  const answer = useAnswer<WhyAnswer>(task === "" ? undefined : address("why", parameters));
  useEffect(() => offerCopy(() => answer.data && whyMarkdown(task, answer.data), true), [answer.data]);
  if (task === "") return <Empty title="Why is about a task">Describe one in the box above.</Empty>;
  if (answer.problem) return <Failure problem={answer.problem} />;
  if (!answer.data) return null;
  const { place, parts, factors, steps, outcome, rank, score, origin } = answer.data;
  return (
    <div class="panel-body" data-answers={answer.of}>
      <h2 class="unit-name">
        {nameOf(place)} <Kind place={place} />
      </h2>
      <p class="where">
        <Path path={place.path} line={place.line} />
      </p>
      {route.value.view === "search" && <p class="quiet">As a context for these words ranks it; a search weighs the same features otherwise.</p>}
      <Outcome outcome={outcome} rank={rank} score={score} />
      {parts.length > 0 && <Parts parts={parts} />}
      {factors.length > 0 && <Factors factors={factors} />}
      {steps.length > 0 && <Steps steps={steps} />}
      <Freshness origin={origin} />
    </div>
  );
}

/** What became of it first, then each reason on a line of its own. */
function Outcome({ outcome, rank, score }: { outcome: string; rank: number | undefined; score: number }) {
  const [result = "", ...reasons] = outcome.split("; ");
  return (
    <div class="outcome">
      <p>
        <b>{visible(result)}</b>
        {rank !== undefined && ` · rank ${rank.toLocaleString("en")}`} · score {figure(score)}
      </p>
      {reasons.map((reason) => (
        <p key={reason} class="quiet">
          {visible(reason)}
        </p>
      ))}
    </div>
  );
}

function Parts({ parts }: { parts: WhyAnswer["parts"] }) {
  const largest = Math.max(...parts.map(({ product }) => Math.abs(product)), Number.MIN_VALUE);
  const some = parts.filter(({ product }) => product !== 0);
  const ordered = some.toSorted((a, b) => Math.abs(b.product) - Math.abs(a.product));
  const none = parts.filter(({ product }) => product === 0).map(({ name }) => name.replaceAll("_", " "));
  return (
    <section>
      <h3>What each feature adds</h3>
      <ul class="bars parts">
        {ordered.map(({ name, value, weight, product }) => (
          <li key={name} class={product < 0 ? "minus" : ""}>
            <span class="label">{name.replaceAll("_", " ")}</span>
            <span class="track" aria-hidden="true">
              <span class="fill" style={{ width: `${(100 * Math.abs(product)) / largest}%` }} />
            </span>
            <span class="figure" title={`${value} × ${weight} = ${product}`}>
              {figure(product)} <span class="quiet">{`${figure(value)} × ${figure(weight)}`}</span>
            </span>
          </li>
        ))}
      </ul>
      {none.length > 0 && <p class="cut">nothing: {none.join(", ")}</p>}
    </section>
  );
}

function Factors({ factors }: { factors: WhyAnswer["factors"] }) {
  return (
    <section>
      <h3>What multiplies the sum</h3>
      <ul class="factors">
        {factors.map(({ name, factor }) => (
          <li key={name} class={factor === 1 ? "zero" : ""}>
            <span>{name.replaceAll("_", " ")}</span> <b>× {figure(factor)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ steps }: { steps: WhyAnswer["steps"] }) {
  return (
    <section>
      <h3>The way through the stages</h3>
      <ol class="steps">
        {steps.map(({ stage, text }, index) => (
          <li key={index}>
            <b>{visible(stage)}</b>
            <span>{visible(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Enough digits to compare; the exact number is in the tool tip and in what is copied. */
function figure(value: number): string {
  if (value === 0 || Number.isInteger(value)) return String(value);
  return Math.abs(value) < 0.0005 ? value.toExponential(1) : value.toFixed(3);
}
