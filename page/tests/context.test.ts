import { afterEach, expect, test } from "vitest";
import { answered, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
afterEach(() => leave(current));

const TASK = "berths and mooring fees of ships";
const LINK = `#/context?${new URLSearchParams({ q: TASK }).toString()}`;

async function fitted(budget: number): Promise<{ used: number; bodies: number; left: number }> {
  const { page } = current;
  await page.locator(`section[aria-label="Context"][aria-busy="false"][data-answers*="budget=${budget}"]`).waitFor();
  const used = await page.locator(".legend b").textContent();
  const left = await page.locator(".key.out").textContent();
  const number = (text: string | null) => Number.parseInt((text ?? "").replaceAll(",", ""), 10);
  return { used: number(used), bodies: await page.locator("article.item.body").count(), left: number(left) };
}

test("the slider shows what fits, live", async () => {
  current = await visit(`${LINK}&budget=250`);
  const { page } = current;
  const small = await fitted(250);
  expect(small.used).toBeLessThanOrEqual(250);
  const slider = page.getByRole("slider");
  await slider.focus();
  for (let step = 0; step < 5; step++) await slider.press("ArrowRight");
  const large = await fitted(2000);
  expect(large.used).toBeGreaterThan(small.used);
  expect(large.used).toBeLessThanOrEqual(2000);
  expect(large.bodies).toBeGreaterThan(small.bodies);
  expect(large.left).toBeLessThan(small.left);
  expect(new URL(page.url()).hash).toContain("budget=2000");
  expect(await page.locator(".strip .piece").count()).toBeGreaterThan(0);
});

test("what was left out is listed with the reason", async () => {
  current = await visit(`${LINK}&budget=250`);
  const state = await fitted(250);
  expect(state.left).toBeGreaterThan(0);
  const row = current.page.locator(".left-out li").first();
  expect((await row.locator(".note").textContent())?.length).toBeGreaterThan(3);
});

test("why: bars of each feature and the way through the stages", async () => {
  current = await visit(LINK);
  const { page } = current;
  await answered(page, TASK, "Context");
  await page.getByRole("link", { name: "Berth.assign" }).first().click();
  const panel = page.locator("aside.panel");
  await panel.getByText("What each feature adds").waitFor();
  expect(await panel.locator(".parts li").count()).toBeGreaterThan(2);
  expect(await panel.locator(".steps li").count()).toBeGreaterThan(1);
  const widths = await panel.locator(".parts .fill").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeGreaterThan(20);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

test("a deep link leads to the same panel", async () => {
  current = await visit(LINK);
  await answered(current.page, TASK, "Context");
  await current.page.getByRole("link", { name: "Berth.assign" }).first().click();
  await current.page.getByText("What each feature adds").waitFor();
  const hash = new URL(current.page.url()).hash;
  await leave(current);
  current = await visit(hash);
  await current.page.locator("aside.panel").getByText("What each feature adds").waitFor();
  await answered(current.page, TASK, "Context");
});

test("the very pack is copied", async () => {
  current = await visit(LINK, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = current;
  await answered(page, TASK, "Context");
  await page.keyboard.press("c");
  await page.getByText("Copied as Markdown").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("harbour/berth.py");
});
