/** Asks for the neighbours of the centre and of every node that was opened; what is known is not asked again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { address, ask, Gone } from "../api/client";
import type { GraphAnswer } from "../api/types";
import { generation } from "../state/connection";

const LIMIT = 60;

interface GraphState {
  answers: GraphAnswer[];
  problem: Error | undefined;
  loading: boolean;
}

export function useGraph(project: string, center: string, expanded: string[]): GraphState {
  const known = useRef(new Map<string, GraphAnswer>());
  const [state, setState] = useState<GraphState>({ answers: [], problem: undefined, loading: true });
  const round = generation.value;
  const wanted = center === "" ? [] : [center, ...expanded];
  useEffect(() => known.current.clear(), [round]);
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    answersOf(project, wanted, known.current, abort.signal)
      .then((answers) => setState({ answers, problem: undefined, loading: false }))
      .catch((problem: Error) => {
        if (abort.signal.aborted) return;
        setState((before) => ({ ...before, loading: false, problem: problem instanceof Gone ? undefined : problem }));
      });
    return () => abort.abort();
  }, [project, wanted.join("\n"), round]);
  return state;
}

async function answersOf(project: string, units: string[], known: Map<string, GraphAnswer>, abort: AbortSignal) {
  return Promise.all(
    units.map(async (unit) => {
      const url = address("graph", { project, unit, limit: LIMIT });
      const before = known.get(url);
      if (before !== undefined) return before;
      const answer = await ask<GraphAnswer>(url, abort);
      known.set(url, answer);
      return answer;
    }),
  );
}
