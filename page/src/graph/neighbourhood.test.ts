import { expect, test } from "vitest";
import type { GraphAnswer, GraphNode } from "../api/types";
import { place } from "./layout";
import { MOST_NODES, merge, neighboursOf } from "./neighbourhood";

const node = (unit: string): GraphNode => ({ path: `${unit}.py`, line: 1, end_line: 2, kind: "function", name: unit, test: false, unit });
const answer = (center: string, units: string[], edges: GraphAnswer["edges"], cut = false): GraphAnswer => ({
  origin: { project: "p", snapshot: "s", state: "current", changed: [], changed_count: 0 },
  center,
  nodes: units.map(node),
  edges,
  cut,
});

test("answers are put together, reverse edges once", () => {
  const one = answer("a", ["a", "b", "c"], [
    { from: "a", to: "b", kind: "calls", confidence: 0.5 },
    { from: "a", to: "c", kind: "tested_by", confidence: 1 },
  ]);
  const two = answer("b", ["b", "a", "d"], [
    { from: "a", to: "b", kind: "calls", confidence: 0.9 },
    { from: "c", to: "a", kind: "tests", confidence: 1 },
    { from: "b", to: "unknown", kind: "calls", confidence: 1 },
  ], true);
  const merged = merge("a", [one, two]);
  expect(merged.nodes.map(({ unit }) => unit)).toEqual(["a", "b", "c", "d"]);
  expect(merged.edges).toEqual([
    { from: "a", to: "b", kind: "calls", confidence: 0.9 },
    { from: "c", to: "a", kind: "tests", confidence: 1 },
  ]);
  expect([...merged.cut]).toEqual(["b"]);
  const roles = neighboursOf("a", merged).map(([role, list]) => [role, list.map(({ node: { unit } }) => unit)]);
  expect(roles).toEqual([["calls", ["b"]], ["tested by", ["c"]]]);
});

test("no more nodes than can be shown", () => {
  const units = Array.from({ length: MOST_NODES + 50 }, (_, index) => `n${index}`);
  expect(merge("n0", [answer("n0", units, [])]).nodes.length).toBe(MOST_NODES);
});

test("every node has a place, and the same one each time", () => {
  const merged = merge("a", [answer("a", ["a", "b", "c", "lonely"], [{ from: "b", to: "a", kind: "calls", confidence: 1 }])]);
  const bodies = place(merged, new Map());
  expect([...bodies.keys()].toSorted()).toEqual(["a", "b", "c", "lonely"]);
  expect([...place(merged, new Map()).values()].map(({ x, y }) => [x, y])).toEqual([...bodies.values()].map(({ x, y }) => [x, y]));
  expect(bodies.get("b")?.x).toBeLessThan(0);
});
