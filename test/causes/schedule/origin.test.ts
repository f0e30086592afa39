import { describe, expect, test } from "vitest";
import { distinctTexts, origins } from "../../../src/causes/schedule/origin.ts";

describe("two events of one place", () => {
  test("are told apart by the first thing that led to one of them only", () => {
    const places = new Map([
      ["0.1", "timeout a:1"],
      ["0.2", "timeout a:2"],
      ["0.1x2", "fs.open a:9"],
      ["0.2.1", "fs.open a:9"],
    ]);
    const whereOf = (id: string) => places.get(id);
    expect(origins("0.1x2", "0.2.1", whereOf)).toEqual(["0.1", "0.2"]);
    expect(origins("0.1x2", "0.1", whereOf)).toBeUndefined();
    expect(origins("0.1x3.2", "0.1x3.3", whereOf)).toBeUndefined();
    places.set("0.1x3.2", "timeout a:4").set("0.1x3.3", "timeout a:5");
    expect(origins("0.1x3.2.1x2", "0.1x3.3x2", whereOf)).toEqual(["0.1x3.2", "0.1x3.3"]);
    // A hash in the place of a long id, which looks like a number of times.
    const hash = "~1x9999999999";
    places.set(`${hash}.1`, "timeout a:6").set(`${hash}.2`, "timeout a:7");
    expect(origins(`${hash}.1x2`, `${hash}.2`, whereOf)).toEqual([`${hash}.1`, `${hash}.2`]);
  });

  const texts = (places: Record<string, string>) =>
    distinctTexts({ first: "0.1", second: "0.2.1" }, (event) => places[event]);

  test("are shown with what led to them, or else with their ids", () => {
    const timers = { "0.1": "timeout a:9:1", "0.2.1": "timeout a:9:1" };
    expect(texts(timers)).toEqual(["timeout a:9:1 (event 0.1)", "timeout a:9:1 (event 0.2.1)"]);
    expect(texts({ ...timers, "0.2": "immediate a:1:1" })).toEqual([
      "timeout a:9:1 (after timeout a:9:1)",
      "timeout a:9:1 (after immediate a:1:1)",
    ]);
    const called = { "0.1": "timeout a:9:1 from line 2:1", "0.2.1": "timeout a:9:1 from line 2:1" };
    expect(texts(called)).toEqual(["timeout a:9:1 (event 0.1)", "timeout a:9:1 (event 0.2.1)"]);
    expect(texts({})).toEqual(["event 0.1", "event 0.2.1"]);
  });

  test("need no more if their callers or columns differ", () => {
    const callers = ["timeout a:9:1 from line 2:1", "timeout a:9:1 from line 2:8"] as const;
    expect(texts({ "0.1": callers[0], "0.2.1": callers[1] })).toEqual(callers);
    expect(texts({ "0.1": "timeout a:9:1", "0.2.1": "timeout a:9:5" })).toEqual(["timeout a:9:1", "timeout a:9:5"]);
  });
});
