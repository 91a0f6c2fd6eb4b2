import { expect, test } from "vitest";
import { EMPTY, format, parse } from "./address";

test("an address brings back what was on screen", () => {
  const route = {
    ...EMPTY,
    view: "context" as const,
    query: "a & b = c #d? 100%",
    budget: 700,
    unit: "src/<img src=x>.py:3:Store.load",
    panel: "why" as const,
    expanded: ["a.py:1:x,y", "b.py:2:"],
    node: "b.py:2:",
    language: "c#",
    kind: "method",
    withoutTests: true,
    project: "p 1",
  };
  expect(parse(format(route))).toEqual(route);
});

test("what is as usual is left out", () => {
  expect(format(EMPTY)).toBe("#/search");
});

test("nonsense leads to the start", () => {
  expect(parse("#/nowhere?budget=-3&panel=x")).toEqual(EMPTY);
  expect(parse("")).toEqual(EMPTY);
});
