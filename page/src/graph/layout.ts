/** Where nodes stand: forces that begin from what a node is to the one it came with. The same neighbourhood gives the same picture. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";
import { directionOf } from "./families";
import type { Neighbourhood } from "./neighbourhood";

export interface Body extends SimulationNodeDatum {
  id: string;
  x: number;
  y: number;
  /** Where it is drawn to, so that callers stay on their side. */
  aim: { x: number; y: number };
}

export type Bodies = Map<string, Body>;

const REACH = 260;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Bodies of all nodes. Those that were there keep their place; others begin beside the node that brought them. */
export function place(neighbourhood: Neighbourhood, before: Bodies): Bodies {
  const bodies: Bodies = new Map();
  const center = before.get(neighbourhood.center) ?? { id: neighbourhood.center, x: 0, y: 0, aim: { x: 0, y: 0 } };
  center.fx = 0;
  center.fy = 0;
  bodies.set(neighbourhood.center, center);
  for (const { unit } of neighbourhood.nodes) {
    const known = before.get(unit);
    if (known !== undefined) bodies.set(unit, known);
  }
  // Edges come in the order of the answers, so a node's parent is placed before it.
  for (let round = 0; round < 2; round++) {
    for (const { from, to, kind } of neighbourhood.edges) {
      put(bodies, from, to, directionOf(kind, true));
      put(bodies, to, from, directionOf(kind, false));
    }
  }
  for (const { unit } of neighbourhood.nodes) put(bodies, neighbourhood.center, unit, { x: 0, y: 1 });
  return bodies;
}

function put(bodies: Bodies, parent: string, child: string, side: { x: number; y: number }): void {
  const origin = bodies.get(parent);
  if (origin === undefined || bodies.has(child)) return;
  const outward = Math.hypot(origin.x, origin.y) > 1 ? unitVector(origin) : side;
  const spread = bodies.size * GOLDEN;
  const [x, y] = [origin.x + outward.x * REACH, origin.y + outward.y * REACH];
  const jitter = 40;
  const aim = { x, y };
  bodies.set(child, { id: child, x: x + jitter * Math.cos(spread), y: y + jitter * Math.sin(spread), aim });
}

function unitVector({ x, y }: { x: number; y: number }): { x: number; y: number } {
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}

export function simulate(neighbourhood: Neighbourhood, bodies: Bodies): Simulation<Body, undefined> {
  const nodes = [...bodies.values()];
  const links: SimulationLinkDatum<Body>[] = neighbourhood.edges.flatMap(({ from, to }) => {
    const [source, target] = [bodies.get(from), bodies.get(to)];
    return source && target ? [{ source, target }] : [];
  });
  return forceSimulation(nodes)
    .force("links", forceLink<Body, SimulationLinkDatum<Body>>(links).distance(140).strength(0.1))
    .force("apart", forceManyBody<Body>().strength(-420).distanceMax(700))
    .force("room", forceCollide<Body>(42).strength(0.9))
    .force("side", forceX<Body>((body) => body.aim.x).strength(0.06))
    .force("height", forceY<Body>((body) => body.aim.y).strength(0.06))
    .alphaDecay(0.035)
    .stop();
}
