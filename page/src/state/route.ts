/** What is on screen, as the address says it. Everything that a link should bring back is here and nowhere else. */
import { signal } from "@preact/signals";

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

const EMPTY: Route = {
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

export const route = signal<Route>(parse(location.hash));

/** The address that a link leads to from here. */
export function link(change: Partial<Route>): string {
  return format({ ...route.value, ...change });
}

/** Goes somewhere else; the back button leads here. */
export function go(change: Partial<Route>): void {
  const next = { ...route.value, ...change };
  if (format(next) === format(route.value)) return;
  history.pushState(null, "", format(next));
  route.value = next;
}

/** Changes what is shown here; the back button leads to where one was before. */
export function adjust(change: Partial<Route>): void {
  const next = { ...route.value, ...change };
  history.replaceState(null, "", format(next));
  route.value = next;
}

/** What another view is opened with: the question stays, what was open does not. */
export function plain(view: View): Partial<Route> {
  return { view, unit: "", panel: "source", expanded: [], node: "" };
}

/** A project of its own has units of its own. */
export function inProject(project: string): Partial<Route> {
  return { ...EMPTY, project, view: route.value.view, query: route.value.query };
}

export function listen(): void {
  const read = () => {
    route.value = parse(location.hash);
  };
  addEventListener("hashchange", read);
  addEventListener("popstate", read);
}
