/** Source lines with numbers, colours and marks. Text is always text: no markup is made of it. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Line } from "../api/types";
import type * as Grammars from "./grammars";
import { grammarOf } from "./language";
import { indent, linesOf, marked, runs, type Segment, type Token } from "./segments";
import { visible } from "./visible";

const grammars = signal<typeof Grammars | undefined>(undefined);
let asked = false;

function load(): void {
  if (asked) return;
  asked = true;
  void import("./grammars").then((loaded) => {
    grammars.value = loaded;
  });
}

interface Drawn {
  number: number;
  gap: boolean;
  cut: boolean;
  segments: Segment[];
}

export function CodeLines({ path, lines, focus }: { path: string; lines: Line[]; focus?: [number, number] }) {
  load();
  const loaded = grammars.value;
  const drawn = useMemo(() => draw(path, lines, loaded), [path, lines, loaded]);
  // The same element again costs nothing; a list is shown anew with every letter that is typed.
  return useMemo(() => pre(path, drawn, focus), [drawn, focus?.[0], focus?.[1]]);
}

function pre(path: string, drawn: Drawn[], focus: [number, number] | undefined) {
  return (
    <pre class="code" tabIndex={0} aria-label={`source of ${visible(path)}`}>
      <code>
        {drawn.map((line) => (
          <span key={line.number} class={classOf(line, focus)}>
            <span class="number">{line.number}</span>
            <span class="text">
              {line.segments.map((segment) => (
                <Stretch {...segment} />
              ))}
              {line.cut && <span class="quiet">…</span>}
              {"\n"}
            </span>
          </span>
        ))}
      </code>
    </pre>
  );
}

function classOf(line: Drawn, focus: [number, number] | undefined): string {
  const inside = focus !== undefined && focus[0] <= line.number && line.number <= focus[1];
  return `line${line.gap ? " gap" : ""}${inside ? " own" : ""}`;
}

function Stretch({ text, token, marked: isMarked }: Segment) {
  const look = token === "" ? undefined : `t-${token}`;
  if (isMarked) return <mark class={look}>{text}</mark>;
  return look === undefined ? <>{text}</> : <span class={look}>{text}</span>;
}

function draw(path: string, lines: Line[], loaded: typeof Grammars | undefined): Drawn[] {
  const grammar = grammarOf(path);
  const depth = indent(lines);
  return runs(lines).flatMap((run, position) => {
    const texts = run.map(({ text }) => visible(text).slice(depth));
    const rows = coloured(texts, grammar, loaded);
    return run.map(({ number, marks, cut }, index) => ({
      number,
      gap: position > 0 && index === 0,
      cut: cut === true,
      segments: marked(rows[index] ?? [], shifted(marks ?? [], depth)),
    }));
  });
}

function shifted(marks: [number, number][], depth: number): [number, number][] {
  return marks.map(([from, to]) => [Math.max(0, from - depth), Math.max(0, to - depth)]);
}

function coloured(texts: string[], grammar: string, loaded: typeof Grammars | undefined): Token[][] {
  if (loaded === undefined || grammar === "") return texts.map((text) => [{ text, token: "" }]);
  return linesOf(loaded.tokens(texts.join("\n"), grammar));
}
