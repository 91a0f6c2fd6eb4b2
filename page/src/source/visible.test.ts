import { expect, test } from "vitest";
import { visible } from "./visible";

test("what would act is seen instead, at the same length", () => {
  const text = "\u001b[31mred\u001b[0m \u202eevil\u0007\u0000\r\u007f";
  const shown = visible(text);
  expect(shown).toBe("␛[31mred␛[0m �evil␇␀␍␡");
  expect(shown.length).toBe(text.length);
});

test("ordinary text stays as it is", () => {
  const text = "\tnaïve 🎉 <b>&amp;</b> 日本";
  expect(visible(text)).toBe(text);
});
