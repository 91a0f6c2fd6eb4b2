/** Copies what is on screen as Markdown. The view that is shown says what that is. */
import { notify } from "./Notice";

type Writer = () => string | undefined;
interface Offer {
  writer: Writer;
  panel: boolean;
}
const offers: Offer[] = [];

/** A panel goes before the list under it, whichever of them was there first. */
export function offerCopy(writer: Writer, panel = false): () => void {
  const offer = { writer, panel };
  offers.push(offer);
  return () => {
    offers.splice(offers.indexOf(offer), 1);
  };
}

export async function copyShown(): Promise<void> {
  const offer = offers.findLast(({ panel }) => panel) ?? offers.at(-1);
  const text = offer?.writer();
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
