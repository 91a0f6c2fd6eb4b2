/** Answers while one types: results by file, with source, marks and how good they are beside the best. */
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { Hit, SearchAnswer } from "../api/types";
import { offerCopy } from "../parts/copy";
import { DetailPanel } from "../parts/DetailPanel";
import { searchMarkdown } from "../parts/markdown";
import { CopyButton, Empty, Failure, Freshness, Kind, Path, Score } from "../parts/Pieces";
import { CodeLines } from "../source/CodeLines";
import { visible } from "../source/visible";
import { link, route } from "../state/route";
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
  if (asked === "") return <Start />;
  return (
    <div class={`split ${unit === "" ? "" : "opened"}`}>
      <section class="list" aria-label="Results" aria-busy={answer.loading} data-answers={answer.of ?? ""}>
        <Filters />
        {answer.problem && <Failure problem={answer.problem} />}
        {answer.data && <Results answer={answer.data} />}
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

function Results({ answer }: { answer: SearchAnswer }) {
  if (answer.results.length === 0) {
    return (
      <Empty title="Nothing found">
        <p>Other words, or fewer, may find it. A name may be written as in the code, or in parts.</p>
        <Freshness origin={answer.origin} />
      </Empty>
    );
  }
  const total = answer.total ?? answer.results.length;
  return (
    <>
      <div class="summary">
        <p>
          {total.toLocaleString("en")} {total === 1 ? "result" : "results"}
        </p>
        <Freshness origin={answer.origin} />
        <CopyButton />
      </div>
      {byFile(answer.results).map(([path, hits]) => (
        <section class="card" key={path} aria-label={visible(path)}>
          <h2 class="file-name">
            <Path path={path} />
          </h2>
          {hits.map((hit) => (
            <HitRow key={hit.place.unit} hit={hit} />
          ))}
        </section>
      ))}
    </>
  );
}

function HitRow({ hit: { place, score, lines, lines_more } }: { hit: Hit }) {
  return (
    <article class="hit" aria-current={place.unit === route.value.unit ? "true" : undefined}>
      <h3>
        <a href={link({ unit: place.unit, panel: "source" })} data-stop={place.unit}>
          {visible(place.name)}
        </a>
        <Kind place={place} />
        <span class="at">line {place.line}</span>
        <Score value={score} />
      </h3>
      {lines.length > 0 && <CodeLines path={place.path} lines={lines} />}
      {lines_more !== undefined && lines_more > 0 && <p class="cut">{lines_more} more lines match</p>}
    </article>
  );
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
