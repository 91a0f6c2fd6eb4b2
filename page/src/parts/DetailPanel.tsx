/** One unit, beside the list that it was chosen from: its source, or why it is where it is. */
import { useEffect, useRef } from "preact/hooks";
import { link, route } from "../state/route";
import { visible } from "../source/visible";
import { closePanel } from "./keys";
import { SourcePanel } from "./SourcePanel";
import { WhyPanel } from "./WhyPanel";
import { CopyButton } from "./Pieces";

export function DetailPanel({ unit }: { unit: string }) {
  const panel = useRef<HTMLElement>(null);
  const shown = route.value.panel;
  useEffect(() => {
    // Where the panel covers the list, the list cannot keep the focus.
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility()) panel.current?.focus();
  }, [unit, shown]);
  return (
    <aside class="panel" ref={panel} tabIndex={-1} aria-label={`${shown} of ${visible(unit)}`}>
      <div class="panel-head">
        <nav aria-label="About this unit">
          <a href={link({ panel: "source" })} aria-current={shown === "source" ? "true" : undefined}>
            Source
          </a>
          <a href={link({ panel: "why" })} aria-current={shown === "why" ? "true" : undefined}>
            Why
          </a>
          <a href={link({ view: "graph", panel: "source", expanded: [], node: "" })}>Graph</a>
        </nav>
        <CopyButton />
        <button type="button" class="icon" onClick={closePanel} aria-label="Close" title="Close (Esc)">
          ×
        </button>
      </div>
      {shown === "why" ? <WhyPanel unit={unit} /> : <SourcePanel unit={unit} />}
    </aside>
  );
}
