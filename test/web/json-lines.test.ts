import { expect, test } from "vitest";
import { JsonLines } from "../../src/web/steps/json-lines.ts";
import { RunModel } from "../../src/web/steps/run-model.ts";

test("lines are read however they are cut into parts", () => {
  const events: object[] = [];
  const lines = new JsonLines<object>((event) => events.push(event));
  for (const part of ['{"a"', ":1}\n{", '"b":2}\n{"c":', "3}"]) lines.add(part);
  expect(events).toEqual([{ a: 1 }, { b: 2 }]);
  expect(lines.isDamaged).toBe(false);
});

test.each(['{"a":1}\n{"b":\n{"c":3}\n', '{"a":1}\n7\n{"c":3}\n', '{"a":1}\n\u0000\u0000\n{"c":3}\n'])(
  "nothing is taken after a line that cannot be read: %j",
  (text) => {
    const events: object[] = [];
    const lines = new JsonLines<object>((event) => events.push(event));
    lines.add(text);
    expect(events).toEqual([{ a: 1 }]);
    expect(lines.isDamaged).toBe(true);
  },
);

test("a model of a journal without steps, or with events that it does not know, has no steps", () => {
  const model = new RunModel();
  model.journal.add('{"event":"session","started":"2026-11-18T08:30:53.000Z"}\n{"event":"of later versions","at":1}\n');
  model.log.add('{"later":"version"}\n');
  expect(model.steps.count).toBe(0);
  expect(model.plotted().steps).toEqual([]);
  expect(model.trials.seconds).toBe(1);
});
