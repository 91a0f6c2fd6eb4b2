/** The search box, the views, the project and the theme. */
import { projects } from "../state/projects";
import { VIEWS, type View } from "../state/address";
import { adjust, go, inProject, link, plain, route } from "../state/route";
import { nextTheme, theme } from "../state/theme";
import { visible } from "../source/visible";
import { helpShown } from "./keys";

const TITLES: Record<View, string> = { search: "Search", context: "Context", graph: "Graph", status: "Status" };
/** The server takes no longer question. */
const MOST_LETTERS = 4000;
const THEME_SIGNS = { system: "◐", light: "☀", dark: "☾" };

export function Header() {
  return (
    <header class="top">
      <a class="brand" href={link({ ...plain("search"), query: "" })} aria-label="Orienteer, start">
        <Flag /> <span>Orienteer</span>
      </a>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          id="question"
          type="search"
          value={route.value.query}
          onInput={(event) => typed(event.currentTarget.value)}
          placeholder="A task, a name or a bug report"
          aria-label="What are you looking for?"
          autocomplete="off"
          spellcheck={false}
          maxLength={MOST_LETTERS}
          autofocus={route.value.view === "search" && route.value.unit === ""}
        />
        <kbd class="hint" aria-hidden="true">
          /
        </kbd>
      </form>
      <nav aria-label="Views">
        {VIEWS.map((view) => (
          <a key={view} href={target(view)} aria-current={route.value.view === view ? "page" : undefined}>
            {TITLES[view]}
          </a>
        ))}
      </nav>
      <div class="tools">
        <ProjectSwitch />
        <button type="button" class="icon" onClick={nextTheme} aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value}`}>
          {THEME_SIGNS[theme.value]}
        </button>
        <button type="button" class="icon" onClick={showHelp} aria-label="Keyboard help" title="Keyboard help (?)">
          ?
        </button>
      </div>
    </header>
  );
}

/** A triangle of an orienteering flag. */
function Flag() {
  return (
    <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
      <path class="flag-light" d="M3 3h26v26z" />
      <path class="flag" d="M3 3v26h26z" />
      <path class="flag-edge" d="M3 3h26v26H3z" />
    </svg>
  );
}

/** Who types wants results: from views without a question, typing leads to the search. */
function typed(query: string): void {
  const { view } = route.value;
  if (view === "search" || view === "context") adjust({ query, unit: "", panel: "source" });
  else go({ ...plain("search"), query });
}

/** The graph of what is open, not an empty one. */
function target(view: View): string {
  if (view === "graph") return link({ view, expanded: [], node: "" });
  const fromGraph = route.value.view === "graph";
  return link(view === "status" || fromGraph ? plain(view) : { view });
}

function ProjectSwitch() {
  const list = projects.list.value;
  if (list.length < 2) return null;
  const chosen = route.value.project || list[0]?.id;
  return (
    <select
      aria-label="Project"
      value={chosen}
      onChange={(event) => go(inProject(event.currentTarget.value))}
    >
      {list.map((project) => (
        <option key={project.id} value={project.id}>
          {visible(project.name)}
        </option>
      ))}
    </select>
  );
}

function showHelp(): void {
  helpShown.value = true;
}
