/** The neighbourhood of a unit as a picture, and the same as a list for those who cannot or do not want to point. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Empty, Failure } from "../parts/Pieces";
import { offerCopy } from "../parts/copy";
import { graphMarkdown } from "../parts/markdown";
import { FAMILIES, familyOf } from "../graph/families";
import { MOST_NODES, merge } from "../graph/neighbourhood";
import { shown } from "../state/theme";
import { adjust, go, route } from "../state/route";
import { GraphCanvas } from "./GraphCanvas";
import { GraphSide } from "./GraphSide";
import { useGraph } from "./useGraph";

export function GraphView() {
  const { project, unit, expanded, node } = route.value;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { answers, problem, loading } = useGraph(project, unit, expanded);
  // A link may name the unit as a person would; the answer says which one that is.
  const center = answers[0]?.center ?? unit;
  const neighbourhood = useMemo(() => merge(center, answers), [center, answers]);
  useEffect(() => offerCopy(() => graphMarkdown(neighbourhood)), [neighbourhood]);
  if (unit === "") {
    return (
      <Empty title="The graph of what?">
        <p>
          Search for something, move to it with the arrows and press <kbd>g</kbd>; or open a result and choose <em>Graph</em>.
        </p>
      </Empty>
    );
  }
  const selected = node || center;
  return (
    <div class="graph" aria-busy={loading} data-nodes={neighbourhood.nodes.length}>
      <section class="graph-main" aria-label="Graph">
        {problem && <Failure problem={problem} />}
        <GraphCanvas
          neighbourhood={neighbourhood}
          look={{ theme: shown.value, selected, expanded: new Set(expanded), hidden }}
          chosen={(chosen) => choose(chosen, center)}
        />
        <div class="graph-tools">
          <Legend kinds={neighbourhood.edges.map(({ kind }) => kind)} hidden={hidden} setHidden={setHidden} />
        </div>
        {neighbourhood.nodes.length >= MOST_NODES && <p class="graph-note">{MOST_NODES} nodes are shown; more would not be legible.</p>}
      </section>
      <GraphSide neighbourhood={neighbourhood} selected={selected} choose={(chosen) => choose(chosen, center)} />
    </div>
  );
}

/** Looks at a node, and opens it the first time. */
function choose(unit: string, center: string): void {
  const { expanded } = route.value;
  const open = unit === center || expanded.includes(unit);
  if (open) adjust({ node: unit });
  else go({ node: unit, expanded: [...expanded, unit] });
}

interface LegendProps {
  kinds: string[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
}

/** The colours that are in the picture; each can be taken out of it. */
function Legend({ kinds, hidden, setHidden }: LegendProps) {
  const present = new Set(kinds.map((kind) => familyOf(kind).name));
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <ul class="graph-legend" aria-label="Kinds of edges">
      {FAMILIES.filter(({ name }) => present.has(name)).map(({ name }) => (
        <li key={name}>
          <button type="button" class={`family ${name}`} aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
            <span class="swatch" aria-hidden="true" /> {name}
          </button>
        </li>
      ))}
      <li class="quiet">stronger lines are surer</li>
    </ul>
  );
}
