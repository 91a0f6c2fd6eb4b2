/** The pictures of the README, taken when they are asked for. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cacheFolder, indexed, serve, type Server } from "./support/server";
import { leave, visit, withBrowser } from "./support/visit";

const FOLDER = resolve("../docs/screenshots");
const MOST_BYTES = 200_000;
const QUESTION = "when are old snapshots removed";

describe.runIf(process.env.ORIENT_SCREENSHOTS === "1")("pictures", () => {
  withBrowser();
  const cache = cacheFolder();
  let server: Server;
  let unit = "";

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    // The page shows the name of the folder, whatever the folder is called here.
    const copy = join(mkdtempSync(join(tmpdir(), "orienteer-pictures-")), "orienteer");
    execFileSync("git", ["clone", "--quiet", "--shared", resolve(".."), copy]);
    server = await serve({ folders: [copy], cache });
    await indexed(server.address);
    const response = await fetch(`${server.address}/api/v1/search?q=SnapshotWriter.publish`);
    const { results } = (await response.json()) as { results: { place: { unit: string } }[] };
    unit = results[0]?.place.unit ?? "";
  });
  afterAll(async () => {
    await server.stop();
    rmSync(cache, { recursive: true, force: true });
  });

  const link = (view: string, pairs: Record<string, string>) => `#/${view}?${new URLSearchParams(pairs).toString()}`;
  const pictures: [string, "light" | "dark", () => string, string, number][] = [
    ["search", "light", () => link("search", { q: QUESTION }), ".code .t-keyword", 1280],
    ["context", "light", () => link("context", { q: QUESTION, budget: "3000" }), "article.item .t-keyword", 1280],
    ["why", "dark", () => link("context", { q: QUESTION, unit, panel: "why" }), "aside.panel .steps", 1280],
    ["graph", "light", () => link("graph", { q: QUESTION, unit }), ".canvas canvas", 1100],
    ["status", "dark", () => "#/status", ".status .bars", 1280],
    ["phone", "light", () => link("context", { q: QUESTION, budget: "2000" }), "article.item .t-keyword", 390],
  ];

  test.each(pictures)("%s in %s", async (name, colorScheme, hash, settled, width) => {
    const current = await visit(hash(), { colorScheme, viewport: { width, height: width === 1100 ? 700 : 800 } }, server.address);
    await current.page.locator(settled).first().waitFor();
    await current.page.waitForTimeout(1500);
    const path = join(FOLDER, `${name}.png`);
    await current.page.screenshot({ path });
    expect(statSync(path).size).toBeLessThan(MOST_BYTES);
    await leave(current);
  });
});
