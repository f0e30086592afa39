import { describe, expect, test } from "vitest";
import { origins } from "../../../src/causes/schedule/origin.ts";

describe("two events of one place", () => {
  test("are told apart by the first thing that led to one of them only", () => {
    const places = new Map([
      ["0.1", "timeout a:1"],
      ["0.2", "timeout a:2"],
      ["0.1x2", "fs.open a:9"],
      ["0.2.1", "fs.open a:9"],
    ]);
    const whereOf = (id: string) => places.get(id);
    expect(origins("0.1x2", "0.2.1", whereOf)).toEqual(["timeout a:1", "timeout a:2"]);
    expect(origins("0.1x2", "0.1", whereOf)).toBeUndefined();
    expect(origins("0.1x3.2", "0.1x3.3", whereOf)).toBeUndefined();
    places.set("0.1x3.2", "timeout a:4").set("0.1x3.3", "timeout a:5");
    expect(origins("0.1x3.2.1x2", "0.1x3.3x2", whereOf)).toEqual(["timeout a:4", "timeout a:5"]);
    // A hash in the place of a long id, which looks like a number of times.
    const hash = "~1x9999999999";
    places.set(`${hash}.1`, "timeout a:6").set(`${hash}.2`, "timeout a:7");
    expect(origins(`${hash}.1x2`, `${hash}.2`, whereOf)).toEqual(["timeout a:6", "timeout a:7"]);
  });
});
