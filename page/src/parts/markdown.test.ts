import { expect, test } from "vitest";
import { fence, span } from "./markdown";

test("nothing in the source ends the fence", () => {
  const fenced = fence("a.md", [{ number: 1, text: "````" }, { number: 2, text: "x" }]);
  expect(fenced).toBe("`````markdown\n````\nx\n`````");
});

test("a name with ticks stays one span", () => {
  expect(span("plain")).toBe("`plain`");
  expect(span("a``b")).toBe("``` a``b ```");
  expect(span("two\nlines")).toBe("`two lines`");
});
