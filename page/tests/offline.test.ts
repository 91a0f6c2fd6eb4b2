import { rmSync } from "node:fs";
import { afterEach, expect, inject, test } from "vitest";
import { cacheFolder, indexed, serve } from "./support/server";
import { answered, ask, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
afterEach(() => leave(current));

test("a server that goes away is noticed at once, and so is its return", async () => {
  const cache = cacheFolder();
  const folders = [inject("repository")];
  const first = await serve({ folders, cache });
  await indexed(first.address);
  current = await visit("#/search?q=berth", {}, first.address);
  const { page } = current;
  await answered(page, "berth");
  await first.stop();
  const banner = page.getByText("The server does not answer.");
  await banner.waitFor();
  expect(await page.locator("section.card").count()).toBeGreaterThan(0);
  await page.locator("#question").fill("mooring");
  const second = await serve({ folders, cache, port: Number(new URL(first.address).port) });
  await banner.waitFor({ state: "detached" });
  await answered(page, "mooring");
  await ask(page, "timetable");
  await second.stop();
  rmSync(cache, { recursive: true, force: true });
});

test("a server with a token is asked once for it", async () => {
  const cache = cacheFolder();
  const server = await serve({ folders: [inject("repository")], cache, token: "open-harbour" });
  current = await visit("#/status", {}, server.address);
  const { page } = current;
  await page.getByRole("dialog").getByLabel("Token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The server refused this token.").waitFor();
  await page.getByRole("dialog").getByLabel("Token").fill("open-harbour");
  await page.keyboard.press("Enter");
  await page.locator(".status .tile").first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await server.stop();
  rmSync(cache, { recursive: true, force: true });
});

test("several folders can be switched between", async () => {
  const cache = cacheFolder();
  const repository = inject("repository");
  const server = await serve({ folders: [`${repository}/harbour`, `${repository}/radio`], cache });
  await indexed(server.address);
  current = await visit("#/search?q=broadcast", {}, server.address);
  const { page } = current;
  await answered(page, "broadcast");
  await page.getByLabel("Project").selectOption({ label: "radio" });
  await page.getByRole("link", { name: "broadcast", exact: true }).waitFor();
  expect(page.url()).toContain("project=");
  await page.goBack();
  await page.getByRole("link", { name: "broadcast", exact: true }).waitFor({ state: "hidden" });
  await server.stop();
  rmSync(cache, { recursive: true, force: true });
});
