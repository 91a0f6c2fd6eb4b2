/** The node that is looked at, and its neighbours by what they are to it. */
import type { Neighbour, Neighbourhood } from "../graph/neighbourhood";
import { neighboursOf } from "../graph/neighbourhood";
import { Kind, nameOf, Path } from "../parts/Pieces";
import { visible } from "../source/visible";
import { link, route } from "../state/route";

interface GraphSideProps {
  neighbourhood: Neighbourhood;
  selected: string;
  choose: (unit: string) => void;
}

export function GraphSide({ neighbourhood, selected, choose }: GraphSideProps) {
  const node = neighbourhood.nodes.find(({ unit }) => unit === selected);
  if (node === undefined) return <aside class="graph-side" aria-label="Neighbours" />;
  const view = route.value.query === "" ? "search" : "context";
  return (
    <aside class="graph-side" aria-label="Neighbours">
      <h2 class="unit-name">
        {nameOf(node)} <Kind place={node} />
      </h2>
      <p class="where">
        <Path path={node.path} line={node.line} />
      </p>
      <p class="actions">
        <a href={link({ unit: selected, node: "", expanded: [] })}>Centre</a>
        <SourceLink unit={selected} query={route.value.query || nameOf(node)} />
        {route.value.query !== "" && (
          <a href={link({ view, unit: selected, panel: "why", node: "", expanded: [] })}>Why</a>
        )}
      </p>
      {neighboursOf(selected, neighbourhood).map(([role, list]) => (
        <Role key={role} role={role} list={list} choose={choose} />
      ))}
      {neighbourhood.cut.has(selected) && <p class="cut">It has more neighbours than were sent.</p>}
    </aside>
  );
}

/** Source is shown beside a search, so one is needed; the name of the unit is a fair question. */
function SourceLink({ unit, query }: { unit: string; query: string }) {
  return <a href={link({ view: "search", query, unit, panel: "source", node: "", expanded: [] })}>Source</a>;
}

function Role({ role, list, choose }: { role: string; list: Neighbour[]; choose: (unit: string) => void }) {
  return (
    <section>
      <h3>
        {role} <span class="quiet">{list.length}</span>
      </h3>
      <ul class="neighbours">
        {list.map(({ node, confidence }) => (
          <li key={node.unit}>
            <button type="button" class="neighbour" data-stop={node.unit} onClick={() => choose(node.unit)}>
              <span class="name">{nameOf(node)}</span>
              <span class="quiet">{visible(node.path)}</span>
            </button>
            {confidence < 0.8 && (
              <span class="quiet" title="confidence">
                {confidence.toFixed(2)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
