import { afterEach, expect, test } from "vitest";
import { answered, ask, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
afterEach(() => leave(current));

test("results come while one types, by file, with marks and scores", async () => {
  current = await visit();
  const { page } = current;
  await page.locator("#question").pressSequentially("mooring fee", { delay: 5 });
  await answered(page, "mooring fee");
  const card = page.locator("section.card", { hasText: "harbour/tariff.py" });
  await card.getByRole("link", { name: "Tariff.fee", exact: true }).waitFor();
  expect(await card.locator("mark").count()).toBeGreaterThan(0);
  expect(await page.locator(".score .figure").first().textContent()).toBe("100%");
  await page.locator(".code .t-keyword, .code .t-comment, .code .t-string, .code .t-function").first().waitFor();
  expect(new URL(page.url()).hash).toBe("#/search?q=mooring+fee");
});

test("a late answer never replaces the answer to what stands in the box", async () => {
  current = await visit();
  const { page } = current;
  await page.route(/q=crane$|q=crane&/, async (route) => {
    await new Promise((later) => setTimeout(later, 1000));
    await route.continue().catch(() => undefined);
  });
  await page.locator("#question").fill("crane");
  await page.waitForTimeout(200);
  await ask(page, "departures timetable");
  await page.waitForTimeout(1500);
  await answered(page, "departures timetable");
  await page.getByRole("link", { name: "timetable" }).first().waitFor();
});

test("a result opens beside the list, with more of its file on demand", async () => {
  current = await visit();
  const { page } = current;
  await ask(page, "release the berth");
  await page.getByRole("link", { name: "Berth.release" }).click();
  const panel = page.locator("aside.panel");
  await panel.getByText("The ship leaves and the berth is free again").waitFor();
  expect(await panel.getByText("a place at the quay").count()).toBe(0);
  await panel.getByRole("button", { name: "more above" }).click();
  await panel.getByText("A place at the quay").waitFor();
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  expect(await page.locator("#question").inputValue()).toBe("release the berth");
});

test("filters narrow and are in the address", async () => {
  current = await visit("#/search?q=berth");
  const { page } = current;
  await answered(page, "berth");
  await page.locator("section.card", { hasText: "test_berth.py" }).first().waitFor();
  await page.getByLabel("without tests").check();
  await page.locator('section[aria-label="Results"][data-answers*="no_tests"]').waitFor();
  expect(await page.locator("section.card", { hasText: "test_berth.py" }).count()).toBe(0);
  await page.getByLabel("Language").selectOption("rust");
  await page.getByLabel("Kind").selectOption("function");
  expect(page.url()).toContain("language=rust&kind=function&tests=no");
});

test("what is shown is copied as Markdown", async () => {
  current = await visit("#/search?q=broadcast", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = current;
  await answered(page, "broadcast");
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByText("Copied as Markdown").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("## broadcast");
  expect(text).toContain("`radio/src/lib.rs:");
  expect(text).toContain("```rust");
});

test("nothing found is said, and so is what cannot be asked", async () => {
  current = await visit();
  const { page } = current;
  await ask(page, "zzyzx");
  await page.getByText("Nothing found").waitFor();
});

test("half a question is no failure", async () => {
  current = await visit();
  const { page } = current;
  await ask(page, "when are");
  await page.getByText("Not a question yet").waitFor();
});
