import { afterEach, expect, inject, test } from "vitest";
import { IMAGE_FILE } from "./support/repository";
import { answered, leave, visit, type Visit, withBrowser } from "./support/visit";

withBrowser();
let current: Visit;
// What must never happen (a dialog, a refusal of the policy, a request elsewhere) fails every test on leaving.
afterEach(() => leave(current));

test("markup in names and source is text, in every view", async () => {
  current = await visit("#/search?q=dangerous");
  const { page } = current;
  await answered(page, "dangerous");
  await page.locator("h2.file-name", { hasText: IMAGE_FILE }).waitFor();
  for (const name of ["dangerous_image", "dangerousScript"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.locator("aside.panel .code", { hasText: "</script>" }).waitFor();
    await page.keyboard.press("w");
    await page.locator("aside.panel .outcome").waitFor();
    await page.keyboard.press("g");
    await page.locator(".graph-side .unit-name", { hasText: name }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await answered(page, "dangerous");
  }
  expect(await page.locator("img, iframe, svg[onload]").count()).toBe(0);
});

test("a document with scripts is text", async () => {
  current = await visit("#/context?q=documentation+of+the+dangerous+link&budget=4000");
  const { page } = current;
  await answered(page, "documentation of the dangerous link", "Context");
  await page.locator(".code", { hasText: "<script>alert(7)</script>" }).first().waitFor();
  expect(await page.locator("iframe, a[href^='javascript']").count()).toBe(0);
});

test("control characters are seen, not obeyed", async () => {
  current = await visit("#/search?q=dangerous_escape");
  const { page } = current;
  await answered(page, "dangerous_escape");
  await page.locator("h2.file-name", { hasText: "␛[31mred␛[0m" }).waitFor();
  await page.getByRole("link", { name: "dangerous_escape" }).click();
  await page.locator("aside.panel .code", { hasText: "␛]0;title␇ �gnp.exe" }).waitFor();
});

test("a hostile link is only a question", async () => {
  const evil = encodeURIComponent("<img src=x onerror=alert(9)>");
  current = await visit(`#/context?q=${evil}&unit=${evil}&panel=why&project=${evil}&language=${evil}`);
  const { page } = current;
  await page.locator(".failure").first().waitFor();
  expect(await page.locator("img").count()).toBe(0);
});

test("the policy is strict and nothing is inline", async () => {
  current = await visit();
  const response = await fetch(inject("address"));
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toContain("http");
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/);
});
