/** One short sentence about what was just done, gone after a moment. */
import { signal } from "@preact/signals";

const SHOWN = 2500;
const text = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function notify(sentence: string): void {
  text.value = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => {
    text.value = "";
  }, SHOWN);
}

export function Notice() {
  return (
    <div class="notice" role="status" data-shown={text.value !== ""}>
      {text.value}
    </div>
  );
}
