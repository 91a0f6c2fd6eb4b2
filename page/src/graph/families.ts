/** Kinds of edges in families that one can tell apart by colour, and where each stands around the centre. */

export interface Family {
  name: string;
  kinds: string[];
  light: string;
  dark: string;
}

export const FAMILIES: Family[] = [
  { name: "calls", kinds: ["calls"], light: "#c2410c", dark: "#fb923c" },
  { name: "types", kinds: ["extends", "implements", "overrides", "inherits", "type_hint_of"], light: "#6d4bd0", dark: "#b39dff" },
  { name: "uses", kinds: ["references", "accesses_field", "imports", "decorates", "throws"], light: "#1d6fb8", dark: "#6cb6ff" },
  { name: "tests", kinds: ["tests", "tested_by"], light: "#1a7f4b", dark: "#5fd08f" },
  { name: "docs", kinds: ["documents"], light: "#946200", dark: "#e3b341" },
  { name: "members", kinds: ["contains", "member_of"], light: "#7a7f87", dark: "#8b949e" },
  { name: "surroundings", kinds: ["handles_route", "reads_env", "executes_process"], light: "#0d7d86", dark: "#56c8d1" },
  { name: "history", kinds: ["co_changes"], light: "#b8327e", dark: "#f778ba" },
];

const OTHER: Family = { name: "other", kinds: [], light: "#7a7f87", dark: "#8b949e" };

export function familyOf(kind: string): Family {
  return FAMILIES.find(({ kinds }) => kinds.includes(kind)) ?? OTHER;
}

/** Edges whose reverse is an edge of its own kind; one line says both. */
const REVERSES: Record<string, string> = { member_of: "contains", tested_by: "tests" };

export function reverseOf(kind: string): string | undefined {
  return REVERSES[kind];
}

/** Clockwise from the right, in turns: what is called stands to the right, who calls to the left. */
const ANGLES: Record<string, [outgoing: number, incoming: number]> = {
  calls: [0, 0.5],
  uses: [0.08, 0.42],
  types: [0.8, 0.7],
  members: [0.9, 0.75],
  tests: [0.3, 0.33],
  docs: [0.25, 0.22],
  surroundings: [0.12, 0.6],
  history: [0.17, 0.17],
};

export function directionOf(kind: string, outgoing: boolean): { x: number; y: number } {
  const [from, to] = ANGLES[familyOf(kind).name] ?? [0.62, 0.62];
  const turn = 2 * Math.PI * (outgoing ? from : to);
  return { x: Math.cos(turn), y: Math.sin(turn) };
}
