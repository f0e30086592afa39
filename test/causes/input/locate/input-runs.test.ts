import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputWorld } from "../../../../src/causes/input/input-world.ts";
import { relatedInputs, saveInputs } from "../../../../src/causes/input/locate/input-runs.ts";
import { NearInputs } from "../../../../src/causes/input/locate/near-inputs.ts";
import type { EndsEvent } from "../../../../src/run/record/events.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const bytes = (text: string) => Buffer.from(text);
const setting = {
  failing: "/home/in.txt",
  mode: 0o644,
  cwd: "/home",
  template: { argv: (path: string) => ["python3", "/home/x.py", path], onStdin: false, rewritten: [], files: [] },
};
const world = (text: string) => inputWorld(setting, bytes(text));
const contents = (texts: readonly string[]) => texts.map((text) => world(text).content);
const emptyPasses = { other: { outcome: "pass" } } as EndsEvent;

function nearInputs(): NearInputs {
  const near = new NearInputs();
  near.add(world("ab"), { outcome: "pass" });
  near.add(world("b"), { outcome: "pass" });
  near.add(world("aXb"), { outcome: "fail" });
  near.add(world("X"), { outcome: "fail" });
  return near;
}

describe("the inputs around a cause", () => {
  const search = { setting, inputs: { failing: bytes("aXb"), passing: undefined } };

  test("are those met last, and the empty one if it passes; each once", () => {
    const related = relatedInputs(search, { failing: bytes("X") }, { near: nearInputs(), ends: emptyPasses });
    expect(related.failing.map(({ content }) => content)).toEqual(contents(["X", "aXb"]));
    expect(related.passing.map(({ content }) => content)).toEqual(contents(["b", "ab", ""]));
  });

  test("begin with the passing half of a pair", () => {
    const pair = { failing: bytes("aXb"), passing: bytes("ab") };
    const ends = { other: { outcome: "unresolved" } } as EndsEvent;
    const related = relatedInputs(search, pair, { near: nearInputs(), ends });
    expect(related.passing.map(({ content }) => content)).toEqual(contents(["ab", "b"]));
  });
});

test("each input is saved under its own name: the cause, the passing ones, the other failing ones", () => {
  const folder = temporaryFolder("input-runs");
  const related = { failing: [world("X"), world("aXb")], passing: [world("b")] };
  const runs = saveInputs(folder, setting, related);
  const path = (i: number) => join(folder, `${i}`, "in.txt");
  expect(runs.map(({ fails }) => fails)).toEqual([true, false, true]);
  expect(runs.map(({ words }) => words[2])).toEqual([0, 1, 2].map(path));
  expect([0, 1, 2].map((i) => readFileSync(path(i), "utf8"))).toEqual(["X", "b", "aXb"]);
  expect(runs[1]).toEqual({
    words: ["python3", "/home/x.py", path(1)],
    cwd: join(folder, "1"),
    environment: { CULPRIT_INPUT: path(1), CULPRIT_CWD: "/home" },
    fails: false,
  });
  const [onStdin] = saveInputs(folder, { ...setting, template: { ...setting.template, onStdin: true } }, related);
  expect(onStdin?.stdin).toBe(path(0));
});
