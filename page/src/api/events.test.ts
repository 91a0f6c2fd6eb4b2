import { expect, test } from "vitest";
import { split } from "./events";

test("events are taken when they are complete", () => {
  const received = ': hello\n\nevent: progress\ndata: {"done":1}\n\nevent: ready\r\ndata: {"snapshot"';
  const { events, remainder } = split(received);
  expect(events).toEqual([{ name: "progress", data: '{"done":1}' }]);
  expect(split(`${remainder}:"a"}\n\n`).events).toEqual([{ name: "ready", data: '{"snapshot":"a"}' }]);
});

test("an event without data is none", () => {
  expect(split("event: ready\n\n").events).toEqual([]);
});
