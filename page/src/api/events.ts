/** The stream of the server's events, read with `fetch` because `EventSource` cannot carry a token. Ends with the connection. */
import { Problem, send } from "./client";

export interface StreamEvent {
  name: string;
  data: string;
}

/** Calls `take` for each event until the stream ends or is given up. */
export async function follow(url: string, abort: AbortSignal, take: (event: StreamEvent) => void): Promise<void> {
  const response = await send(url, abort);
  if (!response.ok || response.body === null) throw new Problem({ title: "no events", status: response.status });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { events, remainder } = split(rest + value);
    rest = remainder;
    events.forEach(take);
  }
}

/** The complete events of what was received so far, and what is not complete yet. */
export function split(received: string): { events: StreamEvent[]; remainder: string } {
  const blocks = received.replaceAll("\r\n", "\n").split("\n\n");
  const remainder = blocks.pop() ?? "";
  return { events: blocks.map(parse).filter((event) => event !== undefined), remainder };
}

function parse(block: string): StreamEvent | undefined {
  const fields = block.split("\n").map((line) => /^(event|data): ?(.*)$/.exec(line));
  const named = fields.find((field) => field?.[1] === "event");
  const data = fields.filter((field) => field?.[1] === "data").map((field) => field?.[2] ?? "");
  return data.length === 0 ? undefined : { name: named?.[2] ?? "message", data: data.join("\n") };
}
