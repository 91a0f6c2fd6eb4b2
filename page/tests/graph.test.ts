import type { Core } from "cytoscape";
import type { Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { answered, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
afterEach(() => leave(current));

interface Named {
  name: string;
  unit: string;
}

/** The unit of a name, as the API has it. */
async function unitOf(name: string): Promise<string> {
  const response = await fetch(`${inject("address")}/api/v1/search?q=${name}&limit=100&per_file=100`);
  const { results } = (await response.json()) as { results: { place: Named }[] };
  return results.find(({ place }) => place.name === name)?.place.unit ?? "";
}

async function nodes(page: Page, more: number): Promise<number> {
  await page.waitForFunction((least) => Number(document.querySelector<HTMLElement>(".graph")?.dataset.nodes) > least, more);
  await page.locator('.graph[aria-busy="false"]').waitFor();
  return Number(await page.locator(".graph").getAttribute("data-nodes"));
}

/** Where a node is drawn, from the library that drew it. */
function whereIs(page: Page, name: string): Promise<{ x: number; y: number } | undefined> {
  return page.evaluate((label) => {
    const place = document.querySelector<HTMLElement & { _cyreg?: { cy: Core } }>(".canvas");
    const node = place?._cyreg?.cy.nodes().filter((each) => each.data("label") === label);
    if (place === null || node === undefined || node.empty()) return undefined;
    const box = place.getBoundingClientRect();
    const { x, y } = node.renderedPosition();
    return { x: box.x + x, y: box.y + y };
  }, name);
}

test("a node is opened by a click, and the back button closes it", async () => {
  current = await visit(`#/graph?unit=${encodeURIComponent(await unitOf("command_the_fleet"))}`);
  const { page } = current;
  const before = await nodes(page, 5);
  await page.locator(".canvas canvas").first().waitFor();
  await expect.poll(() => whereIs(page, "steer_3")).toBeTruthy();
  const at = await whereIs(page, "steer_3");
  await page.mouse.click(at?.x ?? 0, at?.y ?? 0);
  const after = await nodes(page, before);
  expect(after).toBeGreaterThan(before + 20);
  await page.locator(".graph-side").getByRole("heading", { name: "steer_3" }).waitFor();
  expect(page.url()).toContain("expanded=");
  await page.goBack();
  await page.waitForFunction((count) => document.querySelector<HTMLElement>(".graph")?.dataset.nodes === String(count), before);
});

test("kinds of edges have colours, a legend, and can be hidden", async () => {
  current = await visit(`#/graph?unit=${encodeURIComponent(await unitOf("Berth.assign"))}`);
  const { page } = current;
  await nodes(page, 2);
  const calls = page.getByRole("button", { name: "calls" });
  await calls.waitFor();
  const edges = () =>
    page.evaluate(() => document.querySelector<HTMLElement & { _cyreg?: { cy: Core } }>(".canvas")?._cyreg?.cy.edges().length ?? -1);
  await expect.poll(edges).toBeGreaterThan(1);
  const all = await edges();
  await calls.click();
  await expect.poll(edges).toBeLessThan(all);
  for (const role of ["called by", "calls", "documented by"]) {
    await page.locator(".graph-side h3", { hasText: role }).first().waitFor();
  }
});

test("the list beside the picture opens nodes with the keyboard alone", async () => {
  current = await visit("#/search?q=steer_3");
  const { page } = current;
  await answered(page, "steer_3");
  await page.locator("#question").press("ArrowDown");
  await page.keyboard.press("g");
  const before = await nodes(page, 5);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await nodes(page, before - 1);
  await expect.poll(() => page.url()).toContain("expanded=");
});

test("500 nodes can be moved", async () => {
  const hubs = await Promise.all(Array.from({ length: 11 }, (_, hub) => unitOf(`steer_${hub}`)));
  const link = new URLSearchParams({ unit: await unitOf("command_the_fleet") });
  for (const hub of hubs) link.append("expanded", hub);
  current = await visit(`#/graph?${link.toString()}`);
  const { page } = current;
  expect(await nodes(page, 499)).toBe(500);
  await page.locator(".canvas canvas").first().waitFor();
  await page.waitForTimeout(500);
  const frames = page.evaluate(countFrames, 2000);
  await page.mouse.move(450, 400);
  await page.mouse.down();
  for (let step = 0; step < 40; step++) await page.mouse.move(450 + 150 * Math.sin(step / 6), 400 + 100 * Math.cos(step / 6));
  await page.mouse.up();
  for (let step = 0; step < 10; step++) await page.mouse.wheel(0, step % 2 === 0 ? 120 : -120);
  const { perSecond, slowest } = await frames;
  console.log(`graph of 500 nodes: ${perSecond.toFixed(0)} frames a second while it is moved, 95 % of frames within ${slowest.toFixed(0)} ms`);
  expect(perSecond).toBeGreaterThan(0);
});

/** Runs in the page. */
function countFrames(milliseconds: number): Promise<{ perSecond: number; slowest: number }> {
  return new Promise((done) => {
    const times: number[] = [];
    const began = performance.now();
    const frame = (now: number) => {
      times.push(now);
      if (now - began < milliseconds) return requestAnimationFrame(frame);
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
      gaps.sort((a, b) => a - b);
      return done({ perSecond: (1000 * gaps.length) / (now - began), slowest: gaps[Math.floor(gaps.length * 0.95)] ?? 0 });
    };
    requestAnimationFrame(frame);
  });
}
