import { expect, test } from "vitest";
import { indent, linesOf, marked, runs } from "./segments";

const token = (text: string, name = "") => ({ text, token: name });

test("tokens that span lines are cut at their ends", () => {
  const lines = linesOf([token("a "), token("/* x\ny */", "comment"), token("\n")]);
  expect(lines).toEqual([[token("a "), token("/* x", "comment")], [token("y */", "comment")], []]);
});

test("marks cut tokens and cross their borders", () => {
  const segments = marked([token("fn ", "keyword"), token("load", "function"), token("()")], [[1, 5]]);
  expect(segments.map(({ text, marked: isMarked }) => [text, isMarked])).toEqual([
    ["f", false],
    ["n ", true],
    ["lo", true],
    ["ad", false],
    ["()", false],
  ]);
});

test("ranges that make no sense lose no text", () => {
  for (const marks of [[[2, 2]], [[-4, 99]], [[3, 1]], [[0, 3], [1, 2]]] as [number, number][][]) {
    expect(marked([token("abc")], marks).map(({ text }) => text).join("")).toBe("abc");
  }
});

test("lines that follow each other belong together", () => {
  expect(runs([{ number: 1 }, { number: 2 }, { number: 7 }])).toEqual([[{ number: 1 }, { number: 2 }], [{ number: 7 }]]);
});

test("common white space is found, empty lines do not count", () => {
  expect(indent([{ text: "    a" }, { text: "" }, { text: "  b" }])).toBe(2);
  expect(indent([])).toBe(0);
});
