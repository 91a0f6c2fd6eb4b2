/** What a task is given within a budget: bodies, signatures, pointers, and what was left out. */
import { useEffect, useMemo } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { ContextAnswer, ContextItem, LeftOut } from "../api/types";
import { offerCopy } from "../parts/copy";
import { DetailPanel } from "../parts/DetailPanel";
import { CopyButton, Empty, Failure, Freshness, Kind, nameOf, Notes, Path, Score } from "../parts/Pieces";
import { CodeLines } from "../source/CodeLines";
import { visible } from "../source/visible";
import { link, route } from "../state/route";
import { BudgetSlider } from "./BudgetSlider";
import { Fill, formOf, plural } from "./Fill";
import { TestsSwitch } from "./Filters";

const DELAY = 30;
/** Of what was left out; the rest is counted. */
const LISTED = 50;

export function ContextView() {
  const { project, query, budget, unit, withoutTests } = route.value;
  const task = query.trim();
  const parameters = { project, task, budget, no_tests: withoutTests };
  const answer = useAnswer<ContextAnswer>(task === "" ? undefined : address("context", parameters), DELAY);
  useEffect(() => offerCopy(() => answer.data?.text), [answer.data]);
  const pack = useMemo(() => answer.data && <Pack answer={answer.data} open={unit} />, [answer.data, unit]);
  if (task === "") {
    return (
      <Empty title="Which task?">
        <p>Describe it in the box above. What matters most comes with its body, the rest with its signature or as a pointer.</p>
      </Empty>
    );
  }
  return (
    <div class={`split ${unit === "" ? "" : "opened"}`}>
      <section class="list" aria-label="Context" aria-busy={answer.loading} data-answers={answer.of ?? ""}>
        <div class="budget card">
          <BudgetSlider budget={budget} />
          {answer.data && <Fill answer={answer.data} />}
          <div class="summary">
            <TestsSwitch withoutTests={withoutTests} />
            {answer.data && <Freshness origin={answer.data.origin} />}
            <CopyButton />
          </div>
          <Notes notes={answer.data?.notes} />
        </div>
        {answer.problem && <Failure problem={answer.problem} />}
        {pack}
      </section>
      {unit !== "" && <DetailPanel unit={unit} />}
    </div>
  );
}

function Pack({ answer, open }: { answer: ContextAnswer; open: string }) {
  const quoted = answer.items.filter((item) => formOf(item) !== "pointer");
  const pointers = answer.items.filter((item) => formOf(item) === "pointer");
  if (answer.items.length === 0 && answer.left_out_count === 0) return <Empty title="Nothing found" />;
  return (
    <>
      {quoted.map((item) => (
        <ItemCard key={item.place.unit} item={item} open={item.place.unit === open} />
      ))}
      {pointers.length > 0 && (
        <section class="card compact">
          <h2>
            <span class="badge pointer">pointer</span> See also
          </h2>
          <ul>
            {pointers.map((item) => (
              <Row key={item.place.unit} place={item.place} note={plural(item.tokens, "token")} score={item.score} />
            ))}
          </ul>
        </section>
      )}
      <LeftOutList answer={answer} />
    </>
  );
}

function ItemCard({ item, open }: { item: ContextItem; open: boolean }) {
  const { place, tokens, score, reasons, lines } = item;
  const form = formOf(item);
  return (
    <article class={`card item ${form}`} aria-current={open ? "true" : undefined}>
      <h2>
        <a href={link({ unit: place.unit, panel: "why" })} data-stop={place.unit}>
          {nameOf(place)}
        </a>
        <Kind place={place} />
        <span class={`badge ${form}`}>{form}</span>
        <span class="tokens">{plural(tokens, "token")}</span>
        <Score value={score} />
      </h2>
      <p class="where">
        <Path path={place.path} line={place.line} />
        {reasons.length > 0 && <span class="reasons">{reasons.map(visible).join(" · ")}</span>}
      </p>
      {lines.length > 0 && <CodeLines path={place.path} lines={lines} />}
    </article>
  );
}

function LeftOutList({ answer }: { answer: ContextAnswer }) {
  if (answer.left_out_count === 0) return null;
  const listed = answer.left_out.slice(0, LISTED);
  const hidden = answer.left_out_count - listed.length;
  return (
    <section class="card compact left-out">
      <h2>
        Left out <span class="tokens">{answer.left_out_count.toLocaleString("en")}</span>
      </h2>
      <ul>
        {listed.map((entry) => (
          <Row key={entry.place.unit} place={entry.place} note={entry.why} score={entry.score} />
        ))}
      </ul>
      {hidden > 0 && <p class="cut">and {hidden.toLocaleString("en")} more</p>}
    </section>
  );
}

function Row({ place, note, score }: { place: LeftOut["place"]; note: string; score: number }) {
  return (
    <li>
      <a href={link({ unit: place.unit, panel: "why" })} data-stop={place.unit}>
        {nameOf(place)}
      </a>
      <Path path={place.path} line={place.line} />
      <span class="note">{visible(note)}</span>
      <Score value={score} />
    </li>
  );
}
