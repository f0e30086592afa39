import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inEnvironment } from "../../../../src/world/packages/managers/python/environment.ts";
import { unreadyTest } from "../../../../src/world/packages/managers/python/unready-test.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const home = temporaryFolder("environment");
const kept = join(home, "kept");
for (const folder of [".venv", "own", "kept/venv"]) {
  mkdirSync(join(home, folder, "bin"), { recursive: true });
  writeFileSync(join(home, folder, "pyvenv.cfg"), "");
}
writeFileSync(join(kept, "venv/bin/flask"), "");
const place = { home, kept, folder: home, shared: home, lockfile: "requirements.txt", network: false };

test.each([
  [".venv/bin/pytest", "kept/venv/bin/pytest"],
  ["../lib/venv/bin/python", "kept/venv/bin/python"],
  ["own/bin/python", "kept/venv/bin/python"],
  [join(home, "own/bin/python"), "kept/venv/bin/python"],
])("in the test, %s is the candidate's", (word, expected) => {
  expect(inEnvironment(word, place)).toBe(join(home, expected));
});

test.each(["pytest", "bin/check", "/usr/bin/python3", "tests/test_app.py", "--flag=.venv/bin/python"])(
  "in the test, %s stays",
  (word) => {
    expect(inEnvironment(word, place)).toBe(word);
  },
);

test.each([
  [[".venv/bin/pytest", "-x"]],
  [["env", "A=b", ".venv/bin/pytest"]],
  [["sh", "-c", "cd . && A=b .venv/bin/pytest"]],
  [["uv", "run", "--verbose", ".venv/bin/pytest"]],
])("%j cannot run: the program is not among the packages", (words) => {
  expect(unreadyTest(words, place, (name) => `Add ${name}.`)).toBe(
    "pytest is not among them, and a pytest from elsewhere would use other packages.\nAdd pytest.",
  );
});

test.each([[["flask", "run"]], [["./check.sh"]], [["sh", "-c", "flask run; ls"]], [[".venv/bin/flask"]]])(
  "nothing is known against %j",
  (words) => {
    expect(unreadyTest(words, place, () => "")).toBeUndefined();
  },
);
