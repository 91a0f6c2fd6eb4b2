/** Whether the server answers, and the token that it may ask for. When it was gone and is back, `generation` goes up and every answer on screen is asked for again. */
import { signal } from "@preact/signals";

const TOKEN_KEY = "orienteer.token";
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

export const offline = signal(false);
export const generation = signal(0);
/** The server wants a token that we do not have, or refused the one we have. */
export const tokenWanted = signal(false);

let token: string | undefined;
let waiting = false;

export function authorization(): Record<string, string> {
  token ??= sessionStorage.getItem(TOKEN_KEY) ?? "";
  return token === "" ? {} : { Authorization: `Bearer ${token}` };
}

export function giveToken(given: string): void {
  token = given.trim();
  sessionStorage.setItem(TOKEN_KEY, token);
  tokenWanted.value = false;
  generation.value += 1;
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
