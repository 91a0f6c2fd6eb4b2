/** The frame around the views: what is always there, and which view is shown. */
import { useEffect } from "preact/hooks";
import { watchKeys } from "./parts/keys";
import { Banner } from "./parts/Banner";
import { Header } from "./parts/Header";
import { Help } from "./parts/Help";
import { Notice } from "./parts/Notice";
import { TokenDialog } from "./parts/TokenDialog";
import { useEvents } from "./state/progress";
import { projects } from "./state/projects";
import type { View } from "./state/address";
import { route } from "./state/route";
import { ContextView } from "./views/ContextView";
import { GraphView } from "./views/GraphView";
import { SearchView } from "./views/SearchView";
import { StatusView } from "./views/StatusView";

const VIEWS = { search: SearchView, context: ContextView, graph: GraphView, status: StatusView };

/** For those who hear the page; the other views begin with a heading of their own. */
const HEADINGS: Partial<Record<View, string>> = { search: "Search", context: "Context", graph: "Graph" };

export function Page() {
  useEffect(watchKeys, []);
  useEvents(route.value.project);
  useEffect(projects.load, [projects.round.value]);
  const Shown = VIEWS[route.value.view];
  useEffect(() => {
    document.title = title();
  }, [route.value]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the results
      </a>
      <Header />
      <Banner />
      <main id="main" tabIndex={-1} class={`view-${route.value.view}`}>
        {HEADINGS[route.value.view] !== undefined && <h1 class="unseen">{HEADINGS[route.value.view]}</h1>}
        <Shown />
      </main>
      <Help />
      <TokenDialog />
      <Notice />
    </>
  );
}

/** The hash belongs to the views, so the jump is made by hand. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function title(): string {
  const { view, query, unit } = route.value;
  const about = view === "graph" ? unit : query;
  if (view === "status") return "status - Orienteer";
  return about === "" ? "Orienteer" : `${about} - ${view} - Orienteer`;
}
