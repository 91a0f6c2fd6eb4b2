import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject, test } from "vitest";
import { leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
let unit = "";
afterEach(() => leave(current));

beforeAll(async () => {
  const response = await fetch(`${inject("address")}/api/v1/search?q=Berth.assign`);
  const { results } = (await response.json()) as { results: { place: { unit: string } }[] };
  unit = encodeURIComponent(results[0]?.place.unit ?? "");
});

const VIEWS: Record<string, [hash: () => string, settled: string]> = {
  start: [() => "", ".counts"],
  search: [() => "#/search?q=berth", ".hit .code"],
  source: [() => `#/search?q=berth&unit=${unit}`, "aside.panel .code"],
  context: [() => "#/context?q=mooring+fee", "article.item"],
  why: [() => `#/context?q=mooring+fee&unit=${unit}&panel=why`, "aside.panel .steps"],
  graph: [() => `#/graph?unit=${unit}`, ".canvas canvas"],
  status: [() => "#/status", ".status .bars"],
};

const RULES: axe.RunOptions = { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((rules) => (globalThis as unknown as { axe: typeof axe }).axe.run(rules), RULES);
  const heavy = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return heavy.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ").slice(0, 400)}`);
}

test.each(["light", "dark"] as const)("axe finds nothing serious in any view, in %s", async (colorScheme) => {
  current = await visit("", { colorScheme });
  const { page } = current;
  const found: Record<string, string[]> = {};
  for (const [name, [hash, settled]] of Object.entries(VIEWS)) {
    await page.goto(`${inject("address")}/${hash()}`);
    await page.locator(settled).first().waitFor();
    found[name] = await findings(page);
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(VIEWS).map((name) => [name, []])));
});

test("on a phone no view needs scrolling to the side", async () => {
  current = await visit("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = current;
  for (const [name, [hash, settled]] of Object.entries(VIEWS)) {
    await page.goto(`${inject("address")}/${hash()}`);
    await page.locator(settled).first().waitFor();
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 390]);
  }
  expect(await findings(page)).toEqual([]);
});

test("the theme can be chosen and is remembered", async () => {
  current = await visit("", { colorScheme: "light" });
  const { page } = current;
  const shown = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await shown()).toBe("light");
  await page.getByRole("button", { name: /^Colours/ }).click();
  await page.getByRole("button", { name: /^Colours/ }).click();
  expect(await shown()).toBe("dark");
  await page.reload();
  expect(await shown()).toBe("dark");
});
