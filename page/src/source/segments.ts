/** Lines of coloured, marked text from two descriptions of the same text. Knows no grammar and makes no markup. */

/** A stretch of text with one look. */
export interface Segment {
  text: string;
  /** The kind of token, as grammars name it; empty for plain text. */
  token: string;
  marked: boolean;
}

export interface Token {
  text: string;
  token: string;
}

/** Cuts a run of tokens at the ends of lines. */
export function linesOf(tokens: Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { text, token } of tokens) {
    text.split("\n").forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, token });
    });
  }
  return lines;
}

/** Lays marks over the tokens of one line. Ranges that overlap, are empty or lie outside do no harm. */
export function marked(tokens: Token[], marks: readonly (readonly [number, number])[]): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const { text, token } of tokens) {
    for (const [from, to] of pieces(start, start + text.length, marks)) {
      const inside = marks.some(([first, last]) => first <= from && to <= last);
      segments.push({ text: text.slice(from - start, to - start), token, marked: inside });
    }
    start += text.length;
  }
  return segments;
}

function pieces(from: number, to: number, marks: readonly (readonly [number, number])[]): [number, number][] {
  const edges = marks.flat().filter((edge) => from < edge && edge < to);
  const cuts = [from, ...new Set(edges.toSorted((a, b) => a - b)), to];
  return cuts.slice(1).map((end, index) => [cuts[index] ?? from, end]);
}

/** Runs of lines that follow each other: what stands together is coloured together. */
export function runs<L extends { number: number }>(lines: readonly L[]): L[][] {
  const all: L[][] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.at(-1)?.number === line.number - 1) last.push(line);
    else all.push([line]);
  }
  return all;
}

/** The white space that all lines begin with, so that deep code need not be scrolled to. */
export function indent(lines: readonly { text: string }[]): number {
  const depths = lines.filter(({ text }) => text.trim() !== "").map(({ text }) => text.length - text.trimStart().length);
  return depths.length === 0 ? 0 : Math.min(...depths);
}
