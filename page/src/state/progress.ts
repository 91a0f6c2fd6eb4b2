/** What the server is doing by itself: indexing, and how far it is. A stream that ends means that the server is gone. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { address } from "../api/client";
import { follow, type StreamEvent } from "../api/events";
import type { Progress } from "../api/types";
import { generation, lost } from "./connection";

export const progress = signal<Progress | undefined>(undefined);
/** The snapshot that became ready last; views that show the index ask again when it changes. */
export const ready = signal("");

/** A stream that ends at once would otherwise be opened without end. */
const QUIET = 2000;

export function useEvents(project: string): void {
  const round = generation.value;
  useEffect(() => {
    const abort = new AbortController();
    const began = Date.now();
    follow(address("events", { project }), abort.signal, take)
      .then(() => setTimeout(() => ended(abort.signal), Date.now() - began > QUIET ? 0 : QUIET))
      .catch(() => {
        if (!abort.signal.aborted) ended(abort.signal);
      });
    return () => abort.abort();
  }, [project, round]);
}

function ended(abort: AbortSignal): void {
  progress.value = undefined;
  if (!abort.aborted) lost();
}

function take(event: StreamEvent): void {
  const data = JSON.parse(event.data) as Partial<Progress> & { snapshot?: string };
  if (event.name === "progress") progress.value = { stage: "", done: 0, total: 0, ...data };
  if (event.name === "ready") {
    progress.value = undefined;
    ready.value = data.snapshot ?? "";
  }
}
