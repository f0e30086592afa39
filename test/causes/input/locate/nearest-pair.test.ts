import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputWorld } from "../../../../src/causes/input/input-world.ts";
import { distanceBetween, savePair } from "../../../../src/causes/input/locate/nearest-pair.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const bytes = (text: string) => Buffer.from(text);
const setting = {
  failing: "/home/in.txt",
  mode: 0o644,
  cwd: "/home",
  template: { argv: (path: string) => ["python3", "/home/x.py", path], onStdin: false, rewritten: [], files: [] },
};
const world = (text: string) => inputWorld(setting, bytes(text));

test("two inputs are as far apart as what is between their common beginning and end is long", () => {
  const distances = [
    ["sum", "sm"],
    ["sum", "sun"],
    ["sum", "sum"],
    ["sum", ""],
    ["aa", "aaaa"],
    ["a,1", "b,2"],
  ].map(([a, b]) => distanceBetween(bytes(a!), bytes(b!)));
  expect(distances).toEqual([1, 2, 0, 3, 2, 6]);
});

test("the nearest passing input is saved beside the failing one, under the same name; of equally near ones the last that was met", () => {
  const folder = temporaryFolder("nearest-pair");
  const passing = [world(""), world("sm"), world("um")];
  const related = { failing: [world("sum"), world("a sum")], passing };
  const { fail, pass } = savePair(folder, setting, { ...related, isolated: false });
  const paths = ["failing", "passing"].map((which) => join(folder, which, "in.txt"));
  expect([fail, pass].map(({ words, cwd, fails }) => [words[2], cwd, fails])).toEqual([
    [paths[0], join(folder, "failing"), true],
    [paths[1], join(folder, "passing"), false],
  ]);
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(["sum", "sm"]);
  expect(readdirSync(folder).sort()).toEqual(["failing", "passing"]);
});

test("an isolated pair stays as it is", () => {
  const folder = temporaryFolder("isolated-pair");
  const related = { failing: [world("a1b2")], passing: [world("a3b4"), world("a1b")], isolated: true };
  savePair(folder, setting, related);
  expect(readFileSync(join(folder, "passing", "in.txt"), "utf8")).toBe("a3b4");
});
