/** Copies what is on screen as Markdown. The view that is shown says what that is. */
import { notify } from "./Notice";

type Writer = () => string | undefined;
const writers: Writer[] = [];

/** The last view that offered something wins, so that a panel goes before the list under it. */
export function offerCopy(writer: Writer): () => void {
  writers.push(writer);
  return () => {
    writers.splice(writers.indexOf(writer), 1);
  };
}

export async function copyShown(): Promise<void> {
  const text = writers.at(-1)?.();
  if (text === undefined || text === "") return notify("Nothing to copy yet");
  notify((await copy(text)) ? "Copied as Markdown" : "The browser did not allow copying");
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Where the page did not come over loopback or TLS there is no clipboard interface. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
