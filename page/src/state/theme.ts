/** Light or dark: as the system says, unless the user said otherwise. */
import { signal } from "@preact/signals";

const KEY = "orienteer.theme";
const ORDER = ["system", "light", "dark"] as const;
export type Theme = (typeof ORDER)[number];

const dark = matchMedia("(prefers-color-scheme: dark)");
export const theme = signal<Theme>(ORDER.find((name) => name === localStorage.getItem(KEY)) ?? "system");
/** What is shown; the graph paints its canvas with it. */
export const shown = signal<"light" | "dark">("light");

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? "system";
  localStorage.setItem(KEY, theme.value);
  apply();
}

export function watchTheme(): void {
  dark.addEventListener("change", apply);
  apply();
}

function apply(): void {
  const system = dark.matches ? "dark" : "light";
  shown.value = theme.value === "system" ? system : theme.value;
  document.documentElement.dataset.theme = shown.value;
}
