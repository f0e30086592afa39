import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { withoutNpx } from "../../src/suites/without-npx.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = temporaryFolder("without-npx");
const bin = join(root, "node_modules/.bin");
const project = join(root, "packages/app");
mkdirSync(bin, { recursive: true });
mkdirSync(project, { recursive: true });
writeFileSync(join(bin, "vitest"), "");
const path = `PATH=${bin}${delimiter}${process.env.PATH}`;

test("starts what npx would find, in the project or above it", () => {
  expect(withoutNpx(["npx", "vitest", "run", "-t", "a"], project)).toEqual([
    "env",
    path,
    join(bin, "vitest"),
    "run",
    "-t",
    "a",
  ]);
  expect(withoutNpx(["env", "CI=1", "npx", "vitest"], project)).toEqual(["env", "CI=1", path, join(bin, "vitest")]);
});

test.each([
  [["npx", "jest"]],
  [["npx", "--yes", "vitest"]],
  [["npx", "vitest@3", "run"]],
  [["env", "PATH=/bin", "npx", "vitest"]],
  [["vitest", "run"]],
])("leaves the rest to npx: %j", (words) => {
  expect(withoutNpx(words, project)).toEqual(words);
});
