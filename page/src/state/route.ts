/** What is on screen now, and how to go elsewhere. */
import { signal } from "@preact/signals";
import { EMPTY, format, parse, type Route, type View } from "./address";

export const route = signal<Route>(parse(location.hash));

/** The address that a link leads to from here. Whoever shows it says by reading `route` whether it has to keep up. */
export function link(change: Partial<Route>): string {
  return format({ ...route.peek(), ...change });
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
