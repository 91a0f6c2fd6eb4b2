/** What is known of the graph so far: answers about single nodes, put together. Pure; draws nothing. */
import type { GraphAnswer, GraphEdge, GraphNode } from "../api/types";
import { reverseOf } from "./families";

export interface Neighbourhood {
  center: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Nodes of which not all neighbours were sent. */
  cut: Set<string>;
}

/** More would be neither smooth nor legible. */
export const MOST_NODES = 500;

export function merge(center: string, answers: readonly GraphAnswer[]): Neighbourhood {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const cut = new Set<string>();
  for (const answer of answers) {
    for (const node of answer.nodes) {
      if (nodes.size < MOST_NODES && !nodes.has(node.unit)) nodes.set(node.unit, node);
    }
    for (const edge of answer.edges) keepSurest(edges, normal(edge));
    if (answer.cut) cut.add(answer.center);
  }
  const known = [...edges.values()].filter(({ from, to }) => from !== to && nodes.has(from) && nodes.has(to));
  return { center, nodes: [...nodes.values()], edges: known, cut };
}

function keepSurest(edges: Map<string, GraphEdge>, edge: GraphEdge): void {
  const key = edgeKey(edge);
  const before = edges.get(key);
  if (before === undefined || before.confidence < edge.confidence) edges.set(key, edge);
}

function normal(edge: GraphEdge): GraphEdge {
  const kind = reverseOf(edge.kind);
  return kind === undefined ? edge : { ...edge, from: edge.to, to: edge.from, kind };
}

export function edgeKey({ from, to, kind }: GraphEdge): string {
  return JSON.stringify([from, kind, to]);
}

export interface Neighbour {
  node: GraphNode;
  confidence: number;
}

const INCOMING: Record<string, string> = {
  calls: "called by", imports: "imported by", contains: "member of", extends: "extended by", implements: "implemented by",
  overrides: "overridden by", inherits: "inherited by", references: "referenced by", type_hint_of: "type of",
  accesses_field: "accessed by", decorates: "decorated by", throws: "thrown by", tests: "tested by",
  handles_route: "handled by", reads_env: "read by", executes_process: "executed by", documents: "documented by",
  co_changes: "changes with",
};

/** The neighbours of a node by what they are to it, the surest first. */
export function neighboursOf(unit: string, { nodes, edges }: Neighbourhood): [role: string, Neighbour[]][] {
  const places = new Map(nodes.map((node) => [node.unit, node]));
  const roles = new Map<string, Neighbour[]>();
  for (const { from, to, kind, confidence } of edges) {
    if (from !== unit && to !== unit) continue;
    const node = places.get(from === unit ? to : from);
    if (node === undefined) continue;
    const role = from === unit ? kind.replaceAll("_", " ") : (INCOMING[kind] ?? `${kind.replaceAll("_", " ")} (from)`);
    roles.set(role, [...(roles.get(role) ?? []), { node, confidence }]);
  }
  const sorted = [...roles].map(([role, list]): [string, Neighbour[]] => [
    role,
    list.toSorted((a, b) => b.confidence - a.confidence || a.node.name.localeCompare(b.node.name)),
  ]);
  return sorted.toSorted(([a], [b]) => a.localeCompare(b));
}
