/** One browser, one repository and one server for all tests. */
import { rmSync } from "node:fs";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { makeRepository } from "./repository";
import { cacheFolder, indexed, serve } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
    address: string;
    repository: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const repository = makeRepository();
  const cache = cacheFolder();
  const server = await serve({ folders: [repository], cache });
  await indexed(server.address);
  // Containers often run as root and with little shared memory.
  const browser = await chromium.launchServer({
    executablePath: process.env.ORIENT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  project.provide("browser", browser.wsEndpoint());
  project.provide("address", server.address);
  project.provide("repository", repository);
  return async () => {
    await browser.close();
    await server.stop();
    for (const folder of [repository, cache]) rmSync(folder, { recursive: true, force: true });
  };
}
