/** What the keyboard can do. */
import { useEffect, useRef } from "preact/hooks";
import { helpShown } from "./keys";

const KEYS: [string[], string][] = [
  [["/"], "go to the search box"],
  [["↓", "↑"], "move through the results"],
  [["Enter"], "open the source"],
  [["w"], "why it is there: every number"],
  [["g"], "its neighbourhood as a graph"],
  [["c"], "copy what is shown as Markdown"],
  [["Esc"], "close"],
  [["?"], "this help"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = helpShown.value;
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="help-title" onClose={hide} onClick={hideOutside}>
      <h2 id="help-title">Keyboard</h2>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="plain" onClick={hide}>
        Close
      </button>
    </dialog>
  );
}

function hide(): void {
  helpShown.value = false;
}

function hideOutside(event: MouseEvent): void {
  if (event.target === event.currentTarget) hide();
}
