/** The keyboard. Every place that arrows stop at carries `data-stop`, with the unit that it stands for; the address does the rest. */
import { signal } from "@preact/signals";
import { go, route } from "../state/route";
import { copyShown } from "./copy";

export const helpShown = signal(false);

const SEARCH_BOX = "question";

export function watchKeys(): () => void {
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape") return escape();
  if (document.querySelector("dialog[open]") !== null) return;
  const handled = isTyping(event.target) ? inField(event) : inPage(event);
  if (handled) event.preventDefault();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target instanceof HTMLInputElement || target.matches("select, textarea");
}

function inField(event: KeyboardEvent): boolean {
  const field = event.target as HTMLElement;
  if (field.id !== SEARCH_BOX) return false;
  if (event.key === "ArrowDown") return step(1);
  if (event.key !== "Enter") return false;
  const first = stops()[0];
  first?.focus();
  first?.click();
  return first !== undefined;
}

function inPage(event: KeyboardEvent): boolean {
  switch (event.key) {
    case "/":
      return focusSearch();
    case "?":
      helpShown.value = true;
      return true;
    case "ArrowDown":
      return !scrolls(event.target) && step(1);
    case "ArrowUp":
      return !scrolls(event.target) && step(-1);
    case "w":
      return open("why");
    case "g":
      return openGraph();
    case "c":
      void copyShown();
      return true;
    default:
      return false;
  }
}

/** Arrows belong to source that is wider or longer than its box. */
function scrolls(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("pre, .canvas") !== null;
}

function escape(): void {
  if (helpShown.value) {
    helpShown.value = false;
    return;
  }
  const active = document.activeElement;
  if (route.value.unit !== "" && route.value.view !== "graph") return closePanel();
  if (active instanceof HTMLElement && isTyping(active)) active.blur();
}

/** Closes what is open and goes back to where it was opened from. */
export function closePanel(): void {
  const { unit } = route.value;
  go({ unit: "", panel: "source" });
  requestAnimationFrame(() => stops().find((stop) => stop.dataset.stop === unit)?.focus());
}

function focusSearch(): boolean {
  const box = document.getElementById(SEARCH_BOX);
  box?.focus();
  if (box instanceof HTMLInputElement) box.select();
  return true;
}

function stops(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>("[data-stop]")];
  return all.filter((stop) => stop.offsetParent !== null);
}

/** Above the first stop is the search box. */
function step(by: number): boolean {
  const all = stops();
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at === 0 && by < 0) return focusSearch();
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, at + by)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

/** The unit that keys speak of: the one under the cursor, else the one that is open, else the first. */
function current(): string {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.stop : undefined;
  return focused ?? (route.value.unit || (stops()[0]?.dataset.stop ?? ""));
}

function open(panel: "why" | "source"): boolean {
  const unit = current();
  if (unit === "") return false;
  const view = route.value.view === "graph" ? "context" : route.value.view;
  go({ view, unit, panel, expanded: [], node: "" });
  return true;
}

function openGraph(): boolean {
  const unit = current();
  if (unit === "") return false;
  go({ view: "graph", unit, panel: "source", expanded: [], node: "" });
  return true;
}
