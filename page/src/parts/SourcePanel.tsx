/** The source of a unit, and more of its file around it when asked for. */
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { SourceAnswer } from "../api/types";
import { CodeLines } from "../source/CodeLines";
import { route } from "../state/route";
import { offerCopy } from "./copy";
import { sourceMarkdown } from "./markdown";
import { Failure, Freshness, Path } from "./Pieces";

const MORE = 40;
const MOST = 2000;

export function SourcePanel({ unit }: { unit: string }) {
  const { project, query } = route.value;
  const q = query.trim();
  const [around, setAround] = useState<[number, number]>([0, 0]);
  useEffect(() => setAround([0, 0]), [unit]);
  const own = useAnswer<SourceAnswer>(address("source", { project, unit, q }));
  const range = own.data && widened(own.data, around);
  const wide = useAnswer<SourceAnswer>(range && address("source", { project, path: own.data?.path, ...range, q }));
  const shown = range === undefined ? own.data : (wide.data ?? own.data);
  useEffect(() => offerCopy(() => shown && sourceMarkdown(unit, shown), true), [shown, unit]);
  if (own.problem) return <Failure problem={own.problem} />;
  if (shown === undefined || own.data === undefined) return null;
  return (
    <div class="panel-body" data-answers={own.of}>
      <h2 class="file-name">
        <Path path={shown.path} line={own.data.from} />
      </h2>
      {!shown.current && <p class="behind">The file changed since it was indexed.</p>}
      <MoreButton label="more above" shown={shown.from > 1} show={() => setAround([around[0] + MORE, around[1]])} />
      <CodeLines path={shown.path} lines={shown.lines} {...(range === undefined ? {} : { focus: [own.data.from, own.data.to] })} />
      <MoreButton label="more below" shown={shown.to < shown.total_lines} show={() => setAround([around[0], around[1] + MORE])} />
      <Freshness origin={shown.origin} />
    </div>
  );
}

function MoreButton({ label, shown, show }: { label: string; shown: boolean; show: () => void }) {
  if (!shown) return null;
  return (
    <button type="button" class="more" onClick={show}>
      {label}
    </button>
  );
}

/** The lines to ask for, or nothing while the unit alone is shown. */
function widened(own: SourceAnswer, [above, below]: [number, number]): { from: number; to: number } | undefined {
  if (above + below === 0) return undefined;
  const from = Math.max(1, own.from - above);
  return { from, to: Math.min(own.total_lines, own.to + below, from + MOST - 1) };
}
