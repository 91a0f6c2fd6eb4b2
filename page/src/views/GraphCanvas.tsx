/** The place of the picture; what draws on it is loaded when it is first needed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drawing, Look } from "../graph/drawing";
import { CopyButton } from "../parts/Pieces";
import type { Neighbourhood } from "../graph/neighbourhood";

interface GraphCanvasProps {
  neighbourhood: Neighbourhood;
  look: Look;
  chosen: (unit: string) => void;
}

export function GraphCanvas({ neighbourhood, look, chosen }: GraphCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(chosen);
  latest.current = chosen;
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let made: Drawing | undefined;
    let closed = false;
    void import("../graph/drawing").then((library) => {
      if (closed || place.current === null) return;
      made = new library.Drawing(place.current, (unit) => latest.current(unit));
      setDrawing(made);
    });
    return () => {
      closed = true;
      made?.close();
    };
  }, []);
  const { theme, selected, expanded, hidden } = look;
  useEffect(() => {
    if (neighbourhood.nodes.length > 0) drawing?.show(neighbourhood, look);
  }, [drawing, neighbourhood, theme, selected, expanded.size, hidden]);
  return (
    <>
      <div class="canvas" ref={place} role="img" aria-label="Picture of the neighbourhood; the list beside it says the same" />
      <div class="canvas-tools">
        <CopyButton />
        <button type="button" class="plain" onClick={() => drawing?.fit()}>
          Fit
        </button>
      </div>
    </>
  );
}
