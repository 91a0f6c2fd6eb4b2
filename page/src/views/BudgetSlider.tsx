/** The budget of a context, in steps that grow with it. */
import { adjust } from "../state/route";

const STEPS = [250, 500, 750, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 12_000, 16_000, 20_000, 24_000, 32_000];

export function BudgetSlider({ budget }: { budget: number }) {
  const at = nearest(budget);
  return (
    <label class="slider">
      <span>Budget</span>
      <input
        type="range"
        min={0}
        max={STEPS.length - 1}
        step={1}
        value={at}
        aria-label="Budget in tokens"
        aria-valuetext={`${budget} tokens`}
        onInput={(event) => adjust({ budget: STEPS[event.currentTarget.valueAsNumber] ?? budget })}
      />
      <output>{budget.toLocaleString("en")} tokens</output>
    </label>
  );
}

/** A link may carry any budget; the knob stands at the step beside it. */
export function nearest(budget: number): number {
  const distances = STEPS.map((step) => Math.abs(step - budget));
  return distances.indexOf(Math.min(...distances));
}
