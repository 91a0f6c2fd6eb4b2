/** Questions to the server. Every one can be given up, and a server that is gone is told apart from an answer that is an error. */
import { authorization, judged, lost } from "../state/connection";
import type { ProblemDocument } from "./types";

export type Parameters = Record<string, string | number | boolean | undefined>;

/** The server answered that it cannot answer. */
export class Problem extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor(document: ProblemDocument) {
    super(document.detail ?? document.title);
    this.status = document.status;
    this.hint = document.hint;
  }
}

/** No server answered. The page says so in one place; views say nothing. */
export class Gone extends Error {}

/** The address of a question; what is empty or false is left out. */
export function address(name: string, parameters: Parameters): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value === undefined || value === "" || value === false) continue;
    pairs.set(key, String(value));
  }
  const query = pairs.toString();
  return `api/v1/${name}${query === "" ? "" : `?${query}`}`;
}

export async function ask<Answer>(url: string, abort: AbortSignal): Promise<Answer> {
  const response = await send(url, abort);
  if (!response.ok) throw new Problem(await problemOf(response));
  return (await response.json()) as Answer;
}

/** The response, or `Gone`, or the error of having been given up. */
export async function send(url: string, abort: AbortSignal): Promise<Response> {
  const headers = authorization();
  let response: Response;
  try {
    response = await fetch(url, { signal: abort, headers });
  } catch (error) {
    if (abort.aborted) throw error;
    lost();
    throw new Gone("the server does not answer");
  }
  judged(headers, response.status);
  return response;
}

async function problemOf(response: Response): Promise<ProblemDocument> {
  const fallback = { title: response.statusText || `status ${response.status}`, status: response.status };
  try {
    return { ...fallback, ...((await response.json()) as ProblemDocument) };
  } catch {
    return fallback;
  }
}
