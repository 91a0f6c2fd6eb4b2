/** A visit to the page that notices what must never happen: dialogs, errors, refusals of the policy, requests to other machines. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export interface Visit {
  page: Page;
  /** What must never happen and did. */
  wrong: string[];
}

let browser: Browser;

/** Each file of tests connects once. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser.close());
}

export async function visit(hash = "", options: BrowserContextOptions = {}, address = inject("address")): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong: string[] = [];
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser writes down every answer that is not a success; whether the page copes is what tests look at.
    const answer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !answer) wrong.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== address && url.protocol !== "data:") wrong.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(`${address}/${hash}`);
  return { page, wrong };
}

export async function leave({ page, wrong }: Visit): Promise<void> {
  await page.context().close();
  expect(wrong).toEqual([]);
}

/** Types a question and waits for its answer. */
export async function ask(page: Page, question: string, list = "Results"): Promise<void> {
  await page.locator("#question").fill(question);
  await answered(page, question, list);
}

/** Waits until the list answers this question and no other. */
export async function answered(page: Page, question: string, list = "Results"): Promise<void> {
  const asked = new URLSearchParams({ q: question }).toString().slice(2);
  await page.locator(`section[aria-label="${list}"][aria-busy="false"][data-answers*="=${asked}"]`).waitFor();
}
