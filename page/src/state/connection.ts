/** Whether the server answers, and the token that it may ask for. When it was gone and is back, `generation` goes up and every answer on screen is asked for again. */
import { signal } from "@preact/signals";

const TOKEN_KEY = "orienteer.token";
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

export const offline = signal(false);
export const generation = signal(0);
/** What the server makes of our token; the question for one stays until an answer shows that it was the right one. */
export const tokenState = signal<"accepted" | "wanted" | "refused">("accepted");

let token: string | undefined;
let waiting = false;

export function authorization(): Record<string, string> {
  token ??= sessionStorage.getItem(TOKEN_KEY) ?? "";
  return token === "" ? {} : { Authorization: `Bearer ${token}` };
}

export function giveToken(given: string): void {
  token = given.trim();
  sessionStorage.setItem(TOKEN_KEY, token);
  generation.value += 1;
}

/** Called with the headers of a request and the status of its answer. What became of a token given before the last one says nothing. */
export function judged(headers: Record<string, string>, status: number): void {
  if (headers.Authorization !== authorization().Authorization) return;
  if (status !== 401) tokenState.value = "accepted";
  else tokenState.value = token === "" ? "wanted" : "refused";
}

/** Called whenever a request found no server. Asks again by itself, ever more slowly, until one answers. */
export function lost(): void {
  offline.value = true;
  if (waiting) return;
  waiting = true;
  let wait = FIRST_WAIT;
  const again = async () => {
    if (await answers()) {
      waiting = false;
      offline.value = false;
      generation.value += 1;
      return;
    }
    wait = Math.min(wait * 1.5, LONGEST_WAIT);
    setTimeout(() => void again(), wait);
  };
  setTimeout(() => void again(), wait);
}

export async function answers(): Promise<boolean> {
  try {
    await fetch("api/v1/projects", { headers: authorization(), cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
