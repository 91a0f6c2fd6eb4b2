/** What the server is doing by itself: indexing, and how far it is. A stream that ends means that the server is gone. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { address, Gone, Problem } from "../api/client";
import { follow, type StreamEvent } from "../api/events";
import type { Progress } from "../api/types";
import { answers, generation, lost } from "./connection";

export const progress = signal<Progress | undefined>(undefined);
/** The snapshot that became ready last; views that show the index ask again when it changes. */
export const ready = signal("");

/** A stream that ended is opened again after so many milliseconds. */
const PAUSE = 2000;

export function useEvents(project: string): void {
  const round = generation.value;
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = async () => {
      progress.value = undefined;
      if (abort.signal.aborted) return;
      // A server may end a stream and still be there.
      if (await answers()) timer = setTimeout(() => setOpened(opened + 1), PAUSE);
      else lost();
    };
    follow(address("events", { project }), abort.signal, take)
      .then(ended)
      // The views say what is wrong with the question; a server that is gone has been noticed.
      .catch((problem: Error) => (problem instanceof Problem || problem instanceof Gone ? undefined : ended()));
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [project, round, opened]);
}

function take(event: StreamEvent): void {
  const data = JSON.parse(event.data) as Partial<Progress> & { snapshot?: string };
  if (event.name === "progress") progress.value = { stage: "", done: 0, total: 0, ...data };
  if (event.name === "ready") {
    progress.value = undefined;
    ready.value = data.snapshot ?? "";
  }
}
