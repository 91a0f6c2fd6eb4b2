/** An answer as a component sees it: the last one stays while the next one is on its way, and one that comes too late is dropped. */
import { useEffect, useRef, useState } from "preact/hooks";
import { generation } from "../state/connection";
import { ask, Gone, Problem } from "./client";

const SOON = 1500;
/** Letters of a fast typist come closer together. */
const BURST = 100;

export interface Answered<Answer> {
  data: Answer | undefined;
  /** The address that `data` or `problem` answers. */
  of: string | undefined;
  loading: boolean;
  problem: Error | undefined;
}

/**
 * Asks `url`, and again when `since` changes; asks nothing while it is undefined. A first change is asked at once, those that
 * follow within `BURST` only when `delay` milliseconds passed without another.
 */
export function useAnswer<Answer>(url: string | undefined, delay = 0, since = ""): Answered<Answer> {
  const [state, setState] = useState<Answered<Answer>>(nothing);
  const asked = useRef(0);
  const changed = useRef(-BURST);
  const round = generation.value;
  useEffect(() => {
    if (url === undefined) {
      setState(nothing);
      return;
    }
    const abort = new AbortController();
    const number = ++asked.current;
    setState((before) => ({ ...before, loading: true }));
    const settle = (next: Partial<Answered<Answer>>) => {
      if (number !== asked.current || abort.signal.aborted) return;
      setState((before) => ({ ...before, loading: false, ...next }));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const failed = (problem: Error) => {
      settle(problem instanceof Gone ? {} : { problem, of: url, data: undefined });
      // The index is being made; it answers when it can.
      if (problem instanceof Problem && problem.status === 503) timer = setTimeout(() => void start(), SOON);
    };
    const start = () =>
      ask<Answer>(url, abort.signal)
        .then((data) => settle({ data, of: url, problem: undefined }))
        .catch(failed);
    const burst = performance.now() - changed.current < BURST;
    changed.current = performance.now();
    if (burst && delay > 0) timer = setTimeout(() => void start(), delay);
    else void start();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [url, round, since]);
  return state;
}

const nothing = { data: undefined, of: undefined, loading: false, problem: undefined };
