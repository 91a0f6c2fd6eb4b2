import { afterEach, expect, test } from "vitest";
import { answered, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
afterEach(() => leave(current));

test("from the question to the reasons without a mouse", async () => {
  current = await visit("#/status");
  const { page } = current;
  await page.locator(".status").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("mooring fee");
  await answered(page, "mooring fee");
  await page.keyboard.press("ArrowDown");
  const first = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("ArrowDown");
  const second = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.stop);
  expect(second).toBeTruthy();
  expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe(first);
  await page.keyboard.press("Enter");
  await page.locator("aside.panel .code").waitFor();
  await page.keyboard.press("w");
  await page.getByText("What each feature adds").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("aside.panel").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.stop)).toBe(second);
  await page.keyboard.press("g");
  await page.locator(".graph-side .unit-name").waitFor();
  await page.keyboard.press("/");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("question");
});

test("Enter in the box opens the best result, arrows lead back to the box", async () => {
  current = await visit("#/search?q=broadcast");
  const { page } = current;
  await answered(page, "broadcast");
  await page.locator("#question").press("Enter");
  await page.locator("aside.panel .code").waitFor();
  await page.keyboard.press("ArrowUp");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("question");
});

test("help is a key away", async () => {
  current = await visit("#/status");
  const { page } = current;
  await page.locator(".status").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("go to the search box").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("letters in the box are letters", async () => {
  current = await visit();
  const { page } = current;
  await page.locator("#question").pressSequentially("wgc?/");
  expect(await page.locator("#question").inputValue()).toBe("wgc?/");
  expect(await page.getByRole("dialog").count()).toBe(0);
});
