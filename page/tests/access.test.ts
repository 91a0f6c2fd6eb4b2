import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, inject, test } from "vitest";
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

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const heavy = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return heavy.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ").slice(0, 400)}`);
}

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(Object.keys(VIEWS))("axe finds nothing serious in %s", async (name) => {
    const [hash, settled] = VIEWS[name] ?? [() => "", "main"];
    current = await visit(hash(), { colorScheme });
    await current.page.locator(settled).first().waitFor();
    await current.page.waitForTimeout(200);
    expect(await findings(current.page)).toEqual([]);
  });
});

test.each(Object.keys(VIEWS))("on a phone %s needs no scrolling to the side", async (name) => {
  const [hash, settled] = VIEWS[name] ?? [() => "", "main"];
  current = await visit(hash(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = current;
  await page.locator(settled).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
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
