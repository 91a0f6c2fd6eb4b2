/** What the page costs. Sizes are asserted; times are printed, because they say as much about the machine as about the page. */
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corpus } from "./support/corpus";
import { cacheFolder, indexed, program, serve, type Server } from "./support/server";
import { answered, leave, visit, withBrowser } from "./support/visit";

const MOST_BYTES = 500_000;
const FIRST_PAINT = 1000;
const KEYSTROKE = 100;

withBrowser();
const { root, question } = corpus();
const given = process.env.ORIENT_PAGE_CACHE;
const cache = given ?? cacheFolder();
let server: Server;

beforeAll(async () => {
  server = await serve({ folders: [root], cache });
  await indexed(server.address);
  const { files } = (await (await fetch(`${server.address}/api/v1/status`)).json()) as { files: number };
  const build = program.includes("debug") ? "debug build" : "optimised build";
  console.log(`figures of ${root.split("/").at(-1)}: ${files} files, ${build}, over loopback`);
});

afterAll(async () => {
  await server.stop();
  if (given === undefined) rmSync(cache, { recursive: true, force: true });
});

test("the page is small", async () => {
  const current = await visit(`#/search?q=${encodeURIComponent(question)}`, {}, server.address);
  const { page } = current;
  await answered(page, question);
  await page.locator("#question").press("ArrowDown");
  await page.keyboard.press("g");
  await page.locator(".canvas canvas").first().waitFor();
  const bytes = await page.evaluate(transferred);
  console.log(`transfer of the whole page, gzipped: ${(bytes / 1000).toFixed(0)} kB (at most ${MOST_BYTES / 1000} kB)`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
  await leave(current);
});

test("first paint", async () => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const current = await visit("", {}, server.address);
    await current.page.locator(".start").waitFor();
    times.push(await current.page.evaluate(firstPaint));
    await leave(current);
  }
  report("first paint", times, FIRST_PAINT);
});

test("results of a keystroke", async () => {
  const current = await visit("", {}, server.address);
  const { page } = current;
  await page.locator("#question").fill("warm");
  await answered(page, "warm");
  await page.locator("#question").fill("");
  const times: number[] = [];
  for (const letter of question) {
    await page.evaluate(startWatch);
    await page.keyboard.press(letter === " " ? "Space" : letter);
    times.push(await stopWatch(page));
  }
  report("results on screen after a keystroke", times, KEYSTROKE);
  await leave(current);
});

function report(what: string, times: number[], wanted: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  console.log(`${what}: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, slowest ${at(1)} ms (wanted: ${wanted} ms)`);
  expect(sorted.length).toBeGreaterThan(0);
}

/** Runs in the page: bytes of what it is made of, as they came over the wire. */
function transferred(): number {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const own = (entries as PerformanceResourceTiming[]).filter(({ name }) => !name.includes("/api/"));
  return own.reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** Runs in the page. */
function firstPaint(): number {
  return performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
}

interface Watch {
  watch?: Promise<number>;
}

/** Runs in the page: from the key to the frame after which its answer is on screen. White space alone asks nothing new. */
function startWatch(): void {
  const holder = globalThis as unknown as Watch;
  holder.watch = new Promise((done) => {
    let pressed = 0;
    const key = () => {
      pressed = performance.now();
    };
    addEventListener("keydown", key, { capture: true, once: true });
    const frame = () => {
      const box = document.querySelector<HTMLInputElement>("#question");
      const asked = new URLSearchParams({ q: box?.value.trim() ?? "" }).toString();
      const list = document.querySelector<HTMLElement>('section[aria-label="Results"]');
      const shown = pressed > 0 && list?.dataset.answers?.includes(`${asked}&`) && list.getAttribute("aria-busy") === "false";
      if (shown) done(performance.now() - pressed);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

function stopWatch(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as Watch).watch ?? 0);
}
