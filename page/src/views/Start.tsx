/** What is shown before anything was asked. */
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { Status } from "../api/types";
import { Freshness } from "../parts/Pieces";
import { ready } from "../state/progress";
import { route } from "../state/route";

export function Start() {
  const status = useAnswer<Status>(address("status", { project: route.value.project }), 0, ready.value);
  return (
    <div class="start">
      <h2>What does the task touch?</h2>
      <p>
        Ask in plain words, with a name, or paste a whole bug report. <em>Search</em> ranks the code, <em>Context</em> packs it
        into a budget of tokens, and every score can be taken apart.
      </p>
      {status.data && <Counts status={status.data} />}
      <p class="quiet">
        <kbd>/</kbd> search <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>w</kbd> why <kbd>g</kbd> graph <kbd>?</kbd> all keys
      </p>
    </div>
  );
}

function Counts({ status }: { status: Status }) {
  return (
    <div class="counts">
      <p>
        <b>{status.files.toLocaleString("en")}</b> files
      </p>
      <p>
        <b>{status.units.toLocaleString("en")}</b> units
      </p>
      <p>
        <b>{status.edges.toLocaleString("en")}</b> edges
      </p>
      <Freshness origin={status.origin} />
    </div>
  );
}
