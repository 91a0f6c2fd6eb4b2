/** What narrows an answer. All of it is in the address. */
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { Status } from "../api/types";
import { adjust, route } from "../state/route";

const KINDS = [
  "function", "method", "class", "struct", "enum", "interface", "trait", "module", "type", "constant", "variable",
  "field", "macro", "section", "fragment", "route",
];

export function Filters() {
  const { project, language, kind, withoutTests } = route.value;
  const status = useAnswer<Status>(address("status", { project }));
  const languages = status.data?.languages.map(({ name }) => name) ?? [];
  const known = language === "" || languages.includes(language) ? languages : [language, ...languages];
  return (
    <div class="filters" role="group" aria-label="Narrow the answer">
      <Choice label="Language" value={language} options={known} choose={(value) => adjust({ language: value })} />
      <Choice label="Kind" value={kind} options={KINDS} choose={(value) => adjust({ kind: value })} />
      <TestsSwitch withoutTests={withoutTests} />
    </div>
  );
}

export function TestsSwitch({ withoutTests }: { withoutTests: boolean }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={withoutTests}
        onChange={(event) => adjust({ withoutTests: event.currentTarget.checked })}
      />
      without tests
    </label>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: string[];
  choose: (value: string) => void;
}

function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
