/** Answers as Markdown for a note, a review or a chat. Source is fenced so that nothing in it can end the fence. */
import type { GraphAnswer, Line, Place, SearchAnswer, SourceAnswer, WhyAnswer } from "../api/types";
import { grammarOf } from "../source/language";

export function fence(path: string, lines: readonly Line[]): string {
  const text = lines.map((line) => line.text).join("\n");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${grammarOf(path)}\n${text}\n${ticks}`;
}

/** A code span holds no line end, and as many ticks around it as it needs. */
export function span(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  if (!flat.includes("`")) return `\`${flat}\``;
  const ticks = "`".repeat(1 + Math.max(...(flat.match(/`+/g) ?? []).map((run) => run.length)));
  return `${ticks} ${flat} ${ticks}`;
}

export function placeLine({ path, line, kind, name }: Place): string {
  return `${span(`${path}:${line}`)} ${kind} ${span(name)}`;
}

export function searchMarkdown(query: string, answer: SearchAnswer): string {
  const hits = answer.results.map(({ place, score, lines }) => {
    const source = lines.length === 0 ? "" : `\n\n${fence(place.path, lines)}`;
    return `### ${placeLine(place)} (${percent(score)})${source}`;
  });
  return [`## ${oneLine(query)}`, ...hits, origin(answer.origin.snapshot)].join("\n\n");
}

export function sourceMarkdown(place: string, answer: SourceAnswer): string {
  return `${span(place)}\n\n${fence(answer.path, answer.lines)}\n\n${origin(answer.origin.snapshot)}`;
}

export function whyMarkdown(task: string, answer: WhyAnswer): string {
  const rows = answer.parts.map((part) => `| ${part.name} | ${part.value} | ${part.weight} | ${part.product} |`);
  const steps = answer.steps.map(({ stage, text }) => `- **${stage}**: ${oneLine(text)}`);
  return [
    `## Why ${placeLine(answer.place)}`,
    `Task: ${oneLine(task)}\nOutcome: ${oneLine(answer.outcome)}`,
    ["| part | value | weight | product |", "|---|---|---|---|", ...rows].join("\n"),
    steps.join("\n"),
    origin(answer.origin.snapshot),
  ].join("\n\n");
}

export function graphMarkdown(answer: Pick<GraphAnswer, "center" | "nodes" | "edges">): string {
  const names = new Map(answer.nodes.map((node) => [node.unit, node]));
  const rows = answer.edges.flatMap(({ from, to, kind, confidence }) => {
    const [source, target] = [names.get(from), names.get(to)];
    if (source === undefined || target === undefined) return [];
    return [`- ${placeLine(source)} **${kind}** ${placeLine(target)} (${confidence.toFixed(2)})`];
  });
  return [`## Around ${span(answer.center)}`, rows.join("\n")].join("\n\n");
}

export function percent(score: number): string {
  return `${Math.round(score * 100)}%`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function origin(snapshot: string): string {
  return `Snapshot ${snapshot}`;
}
