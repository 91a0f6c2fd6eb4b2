/** The real program, serving a folder on a port of its own, with an index of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Server {
  address: string;
  stop: () => Promise<void>;
}

export interface Serving {
  folders: string[];
  cache?: string;
  port?: number;
  token?: string;
}

export const program = resolve(process.env.ORIENT_PROGRAM ?? "../target/debug/orient");

export function cacheFolder(): string {
  return mkdtempSync(join(tmpdir(), "orienteer-page-"));
}

export async function serve({ folders, cache = cacheFolder(), port = 0, token }: Serving): Promise<Server> {
  if (!existsSync(program)) throw new Error(`${program} is missing: cargo build --bin orient`);
  const paths = folders.flatMap((folder) => ["--path", folder]);
  const environment = { ...process.env, ORIENT_CACHE_DIR: cache, ...(token === undefined ? {} : { ORIENT_TOKEN: token }) };
  const child = spawn(program, ["serve", "--port", String(port), ...paths], { env: environment, stdio: ["ignore", "ignore", "pipe"] });
  return { address: await addressOf(child), stop: () => stop(child) };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = "";
    child.stderr?.on("data", (piece: Buffer) => {
      said += piece.toString();
      const match = /http:\/\/[\d.]+:\d+/.exec(said);
      if (match !== null) found(match[0]);
    });
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Waits until the folder is indexed, so that tests are not about that. */
export async function indexed(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${address}/api/v1/search?q=anything`);
    const body = (await response.json()) as { origin?: { partial?: string } };
    if (response.ok && body.origin !== undefined && body.origin.partial === undefined) return;
    await new Promise((later) => setTimeout(later, 250));
  }
}
