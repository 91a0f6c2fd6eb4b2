/** How full the budget is, and with what. */
import type { ContextAnswer, ContextItem } from "../api/types";
import { nameOf } from "../parts/Pieces";

const FORMS = ["body", "signature", "pointer"] as const;
export type Form = (typeof FORMS)[number];

/** A form that this page does not know yet quotes something, so it is shown like a body. */
export function formOf(item: ContextItem): Form {
  return FORMS.find((form) => form === item.form) ?? "body";
}

export function plural(count: number, word: string): string {
  const ending = word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
  return `${count.toLocaleString("en")} ${count === 1 ? word : ending}`;
}

export function Fill({ answer }: { answer: ContextAnswer }) {
  const ordered = FORMS.flatMap((form) => answer.items.filter((item) => formOf(item) === form));
  return (
    <div class="fill-state">
      <div class="strip" aria-hidden="true">
        {ordered.map((item) => (
          <span
            key={item.place.unit}
            class={`piece ${formOf(item)}`}
            title={`${nameOf(item.place)}: ${item.form}, ${plural(item.tokens, "token")}`}
            style={{ width: `${(100 * item.tokens) / answer.budget}%` }}
          />
        ))}
      </div>
      <p class="legend" aria-live="polite">
        <span>
          <b>{answer.tokens.toLocaleString("en")}</b> of {plural(answer.budget, "token")}
        </span>
        {FORMS.map((form) => (
          <span key={form} class={`key ${form}`}>
            {plural(answer.items.filter((item) => formOf(item) === form).length, form)}
          </span>
        ))}
        <span class="key out">{answer.left_out_count.toLocaleString("en")} left out</span>
      </p>
    </div>
  );
}
