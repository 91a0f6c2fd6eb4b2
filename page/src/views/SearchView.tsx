/** Answers while one types: results by file, with source, marks and how good they are beside the best. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { address, Problem } from "../api/client";
import type { Hit, Line, SearchAnswer } from "../api/types";
import { offerCopy } from "../parts/copy";
import { DetailPanel } from "../parts/DetailPanel";
import { searchMarkdown } from "../parts/markdown";
import { CopyButton, Empty, Failure, Freshness, Kind, nameOf, Notes, Path, Score } from "../parts/Pieces";
import { CodeLines } from "../source/CodeLines";
import { visible } from "../source/visible";
import { link, route } from "../state/route";
import { plural } from "./Fill";
import { Filters } from "./Filters";
import { Start } from "./Start";

const PAGE = 20;
const MOST = 100;
/** Fast typing asks once; a pause that one can feel is longer. */
const DELAY = 20;

export function SearchView() {
  const { project, query, language, kind, withoutTests, unit } = route.value;
  const [limit, setLimit] = useState(PAGE);
  const asked = query.trim();
  const parameters = { project, q: asked, limit, language, kind, no_tests: withoutTests };
  const answer = useAnswer<SearchAnswer>(asked === "" ? undefined : address("search", parameters), DELAY);
  useEffect(() => setLimit(PAGE), [asked, language, kind, withoutTests]);
  useEffect(() => offerCopy(() => answer.data && searchMarkdown(asked, answer.data)), [answer.data]);
  // Letters that are typed change nothing here until their answer comes.
  const results = useMemo(() => answer.data && <Results answer={answer.data} open={unit} />, [answer.data, unit]);
  if (asked === "") return <Start />;
  return (
    <div class={`split ${unit === "" ? "" : "opened"}`}>
      <section class="list" aria-label="Results" aria-busy={answer.loading} data-answers={answer.of ?? ""}>
        <Filters />
        {answer.problem && <NoAnswer problem={answer.problem} />}
        {results}
        {answer.data?.next_offset !== undefined && limit < MOST && (
          <button type="button" class="more" onClick={() => setLimit(limit + PAGE)}>
            More results
          </button>
        )}
      </section>
      {unit !== "" && <DetailPanel unit={unit} />}
    </div>
  );
}

/** Half of a question is no failure. */
function NoAnswer({ problem }: { problem: Error }) {
  if (!(problem instanceof Problem) || problem.status !== 400) return <Failure problem={problem} />;
  return (
    <Empty title="Not a question yet">
      <p>{visible(problem.message)}</p>
      {problem.hint !== undefined && <p>{visible(problem.hint)}</p>}
    </Empty>
  );
}

function Results({ answer, open }: { answer: SearchAnswer; open: string }) {
  if (answer.results.length === 0) {
    return (
      <Empty title="Nothing found">
        <p>Other words, or fewer, may find it. A name may be written as in the code, or in parts.</p>
        <Freshness origin={answer.origin} />
      </Empty>
    );
  }
  const count = answer.results.length;
  return (
    <>
      <div class="summary">
        <p>
          {plural(count, "result")}
          {answer.candidates !== undefined && answer.candidates > count && ` of ${plural(answer.candidates, "candidate")}`}
        </p>
        <Freshness origin={answer.origin} />
        <CopyButton />
      </div>
      <Notes notes={answer.notes} />
      {byFile(answer.results).map(([path, hits]) => (
        <section class="card" key={path} aria-label={visible(path)}>
          <h2 class="file-name">
            <Path path={path} />
          </h2>
          {hits.map((hit) => (
            <HitRow key={hit.place.unit} hit={hit} open={hit.place.unit === open} />
          ))}
        </section>
      ))}
    </>
  );
}

function HitRow({ hit, open }: { hit: Hit; open: boolean }) {
  const { place, score, lines_more } = hit;
  const lines = useMemo(() => quoted(hit), [hit]);
  return (
    <article class="hit" aria-current={open ? "true" : undefined}>
      <h3>
        <a href={link({ unit: place.unit, panel: "source" })} data-stop={place.unit}>
          {nameOf(place)}
        </a>
        <Kind place={place} />
        <span class="at">line {place.line}</span>
        <Score value={score} />
      </h3>
      {lines.length > 0 && <CodeLines path={place.path} lines={lines} />}
      {hit.changed === true && <p class="behind">The file changed since it was indexed.</p>}
      {lines_more !== undefined && lines_more > 0 && <p class="cut">{lines_more} more lines match</p>}
    </article>
  );
}

/** The signature first, unless the lines begin with it anyway. */
function quoted({ place, lines, signature, signature_marks }: Hit): Line[] {
  if (signature === undefined || lines.some(({ number }) => number === place.line)) return lines;
  const head = signature.split("\n", 1)[0] ?? "";
  const first = { number: place.line, text: head, marks: signature_marks ?? [] };
  return [first, ...lines].toSorted((a, b) => a.number - b.number);
}

/** In the order of each file's best. */
function byFile(hits: Hit[]): [string, Hit[]][] {
  const files = new Map<string, Hit[]>();
  for (const hit of hits) {
    const known = files.get(hit.place.path);
    if (known === undefined) files.set(hit.place.path, [hit]);
    else known.push(hit);
  }
  return [...files];
}
