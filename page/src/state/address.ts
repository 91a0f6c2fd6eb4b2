/** What can be on screen, and how an address says it. Everything that a link should bring back is here and nowhere else. */

export const VIEWS = ["search", "context", "graph", "status"] as const;
export type View = (typeof VIEWS)[number];
export type Panel = "source" | "why";

export interface Route {
  view: View;
  project: string;
  /** The words of the question: of the search and of the task alike. */
  query: string;
  budget: number;
  /** The unit that is open in the panel, or at the centre of the graph. */
  unit: string;
  panel: Panel;
  /** Nodes of the graph that were opened, in order. */
  expanded: string[];
  /** The node of the graph that is looked at. */
  node: string;
  language: string;
  kind: string;
  withoutTests: boolean;
}

export const DEFAULT_BUDGET = 4000;

export const EMPTY: Route = {
  view: "search",
  project: "",
  query: "",
  budget: DEFAULT_BUDGET,
  unit: "",
  panel: "source",
  expanded: [],
  node: "",
  language: "",
  kind: "",
  withoutTests: false,
};

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const given = new URLSearchParams(query);
  const budget = Number.parseInt(given.get("budget") ?? "", 10);
  return {
    view: VIEWS.find((view) => view === path) ?? "search",
    project: given.get("project") ?? "",
    query: given.get("q") ?? "",
    budget: budget > 0 ? budget : DEFAULT_BUDGET,
    unit: given.get("unit") ?? "",
    panel: given.get("panel") === "why" ? "why" : "source",
    expanded: given.getAll("expanded"),
    node: given.get("node") ?? "",
    language: given.get("language") ?? "",
    kind: given.get("kind") ?? "",
    withoutTests: given.get("tests") === "no",
  };
}

/** The address of a route; what is as usual is left out. */
export function format(route: Route): string {
  const pairs = new URLSearchParams();
  const add = (name: string, value: string, usual = "") => {
    if (value !== usual) pairs.append(name, value);
  };
  add("q", route.query);
  add("budget", String(route.budget), String(DEFAULT_BUDGET));
  add("language", route.language);
  add("kind", route.kind);
  add("tests", route.withoutTests ? "no" : "");
  add("unit", route.unit);
  if (route.unit !== "") add("panel", route.panel, "source");
  add("node", route.node);
  for (const unit of route.expanded) pairs.append("expanded", unit);
  add("project", route.project);
  const query = pairs.toString();
  return `#/${route.view}${query === "" ? "" : `?${query}`}`;
}
