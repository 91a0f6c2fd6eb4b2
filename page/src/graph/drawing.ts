/** The neighbourhood on a canvas. Loaded with the first graph, because the library is most of the page. */
import cytoscape, { type Core, type ElementDefinition, type StylesheetJson } from "cytoscape";
import type { Simulation } from "d3-force";
import { visible } from "../source/visible";
import { familyOf } from "./families";
import { type Bodies, type Body, place, simulate } from "./layout";
import { edgeKey, type Neighbourhood } from "./neighbourhood";

export interface Look {
  theme: "light" | "dark";
  selected: string;
  expanded: ReadonlySet<string>;
  /** Families of edges that are not drawn. */
  hidden: ReadonlySet<string>;
}

/** Names are wider than high, so the picture is stretched where there is room. */
const MOST_STRETCH = 1.5;
/** Below this, names cannot be read; the view then begins at the centre. */
const LEGIBLE = 0.6;
const LONGEST_LABEL = 30;

export class Drawing {
  private readonly core: Core;
  private bodies: Bodies = new Map();
  private simulation: Simulation<Body, undefined> | undefined;
  private frame = 0;
  private fitted = "";
  private readonly stretch: number;

  constructor(container: HTMLElement, chosen: (unit: string) => void) {
    this.core = cytoscape({
      container,
      minZoom: 0.08,
      maxZoom: 2.5,
      boxSelectionEnabled: false,
      // While one moves the view, a texture is moved instead of every line.
      textureOnViewport: true,
      pixelRatio: Math.min(2, devicePixelRatio),
    });
    this.stretch = Math.min(MOST_STRETCH, Math.max(0.8, container.clientWidth / container.clientHeight));
    this.core.on("tap", "node", (event) => chosen(String(event.target.id())));
    this.core.on("drag", "node", (event) => this.dragged(String(event.target.id()), event.target.position()));
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.core.destroy();
  }

  show(neighbourhood: Neighbourhood, look: Look): void {
    const changed = this.replace(neighbourhood, look);
    this.core.style(sheet(look.theme));
    this.core.batch(() => this.mark(neighbourhood, look));
    if (changed) this.settle(neighbourhood);
  }

  /** Adds what is new and takes away what is gone. */
  private replace(neighbourhood: Neighbourhood, look: Look): boolean {
    const wanted = elements(neighbourhood, look.hidden);
    const ids = new Set(wanted.map(({ data }) => String(data.id)));
    const gone = this.core.elements().filter((element) => !ids.has(element.id()));
    const added = wanted.filter(({ data }) => this.core.getElementById(String(data.id)).empty());
    const moved = added.some(({ group }) => group === "nodes") || gone.nodes().nonempty();
    if (moved) this.bodies = place(neighbourhood, this.bodies);
    this.core.batch(() => {
      gone.remove();
      this.core.add(added.map((element) => ({ ...element, ...this.positionOf(element) })));
    });
    return moved;
  }

  private positionOf({ group, data }: ElementDefinition): { position?: { x: number; y: number } } {
    const body = group === "nodes" ? this.bodies.get(String(data.id)) : undefined;
    return body === undefined ? {} : { position: { x: body.x * this.stretch, y: body.y } };
  }

  private mark({ center, cut }: Neighbourhood, { selected, expanded }: Look): void {
    this.core.nodes().forEach((node) => {
      const id = node.id();
      node.toggleClass("center", id === center);
      node.toggleClass("selected", id === selected);
      node.toggleClass("expanded", expanded.has(id) || id === center);
      node.toggleClass("cut", cut.has(id));
    });
  }

  /** Lets the forces come to rest: most at once, the end before one's eyes. */
  private settle(neighbourhood: Neighbourhood): void {
    cancelAnimationFrame(this.frame);
    const simulation = simulate(neighbourhood, this.bodies);
    this.simulation = simulation;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    simulation.tick(still || this.fitted !== neighbourhood.center ? 160 : 20);
    const draw = () => {
      simulation.tick(2);
      this.move();
      if (this.fitted !== neighbourhood.center) this.begin(neighbourhood.center);
      if (!still && simulation.alpha() > 0.02) this.frame = requestAnimationFrame(draw);
    };
    draw();
  }

  private move(): void {
    this.core.batch(() => {
      for (const { id, x, y } of this.bodies.values()) this.core.getElementById(id).position({ x: x * this.stretch, y });
    });
  }

  fit(center = this.fitted): void {
    this.fitted = center;
    this.core.fit(undefined, 56);
    const whole = this.core.zoom();
    if (whole > 1.1) this.core.zoom(1.1);
    this.core.center();
  }

  /** How a graph is first seen: as a whole if its names can be read, else from its centre. */
  private begin(center: string): void {
    this.fit(center);
    if (this.core.zoom() >= LEGIBLE) return;
    this.core.zoom(LEGIBLE);
    this.core.center(this.core.getElementById(center));
  }

  private dragged(id: string, { x, y }: { x: number; y: number }): void {
    const body = this.bodies.get(id);
    if (body === undefined) return;
    Object.assign(body, { x: x / this.stretch, y, fx: x / this.stretch, fy: y });
    this.simulation?.alpha(0);
  }
}

function elements({ nodes, edges }: Neighbourhood, hidden: ReadonlySet<string>): ElementDefinition[] {
  const dots = nodes.map((node): ElementDefinition => ({
    group: "nodes",
    data: { id: node.unit, label: label(node.name || node.unit), kind: node.kind, shape: shapeOf(node.kind, node.test) },
  }));
  const lines = edges.flatMap((edge): ElementDefinition[] => {
    const family = familyOf(edge.kind);
    if (hidden.has(family.name)) return [];
    const { from: source, to: target, confidence } = edge;
    return [{ group: "edges", data: { id: edgeKey(edge), source, target, family: family.name, light: family.light, dark: family.dark, confidence } }];
  });
  return [...dots, ...lines];
}

function label(name: string): string {
  const shown = visible(name);
  return shown.length > LONGEST_LABEL ? `${shown.slice(0, LONGEST_LABEL - 1)}…` : shown;
}

const TYPES = ["class", "struct", "enum", "interface", "trait", "type"];
const TEXTS = ["section", "fragment"];

function shapeOf(kind: string, test: boolean): string {
  if (test) return "diamond";
  if (TYPES.includes(kind)) return "round-rectangle";
  if (TEXTS.includes(kind)) return "round-tag";
  return kind === "module" ? "round-hexagon" : "ellipse";
}

function sheet(theme: "light" | "dark"): StylesheetJson {
  const dark = theme === "dark";
  const [text, paper, dot, accent] = dark
    ? ["#e8e6e1", "#15171b", "#aab2bc", "#fb923c"]
    : ["#22262b", "#fbfaf7", "#59616b", "#c2410c"];
  return [
    {
      selector: "node",
      style: {
        width: 13, height: 13, shape: "data(shape)" as "ellipse", "background-color": paper, "border-width": 2, "border-color": dot,
        label: "data(label)", color: text, "font-size": 12, "font-family": "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
        "text-valign": "bottom", "text-margin-y": 5, "min-zoomed-font-size": 7,
        "text-background-color": paper, "text-background-opacity": 0.82, "text-background-padding": "1px",
      },
    },
    { selector: "node.expanded", style: { "background-color": dot } },
    { selector: "node.center", style: { width: 20, height: 20, "background-color": accent, "border-color": accent, "font-weight": "bold", "font-size": 14 } },
    { selector: "node.selected", style: { "border-color": accent, "border-width": 3, "font-weight": "bold", "z-index": 10 } },
    {
      selector: "edge",
      style: {
        width: "mapData(confidence, 0, 1, 0.6, 2.6)", opacity: "mapData(confidence, 0, 1, 0.25, 0.85)" as unknown as number,
        "line-color": `data(${theme})`, "target-arrow-color": `data(${theme})`, "target-arrow-shape": "triangle", "arrow-scale": 0.8,
        "curve-style": "straight",
      },
    },
  ];
}
