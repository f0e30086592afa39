import { expect, test } from "vitest";
import type { StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import { isolateInProgram } from "../../../../src/causes/state/isolate/isolate-in-program.ts";

const program = { function: "clean", file: "/p/url.py", line: 3 };
const caller = { function: "test_dots", file: "/p/tests/test_url.py", line: 8 };
const local = (name: string, frame: number): StateDifference => {
  const at = { root: { frame, name }, steps: [] };
  return { name, key: name, at, old: "1", new: "2" };
};
const [path, expected] = [local("path", 0), local("expected", 1)];

/** Isolates one of the values that make the run fail, and notes among which values it looked. */
async function isolateAmong(causes: readonly StateDifference[], stack = [program, caller]) {
  const tried: (readonly StateDifference[])[] = [];
  const isolated = await isolateInProgram(
    async (changes) => {
      tried.push(changes);
      const cause = changes.filter((each) => causes.includes(each)).slice(-1);
      return { found: { cause, context: [] }, complete: true };
    },
    [path, expected],
    { stack, cwd: "/p" },
  );
  return { tried, cause: "found" in isolated ? isolated.found.cause : undefined };
}

test("what the test expects is not the cause where something that the program knows is", async () => {
  expect(await isolateAmong([path, expected])).toEqual({ tried: [[path]], cause: [path] });
});

test("it is where nothing else is, and in the test itself", async () => {
  expect(await isolateAmong([expected])).toEqual({ tried: [[path], [path, expected]], cause: [expected] });
  const inTest = [{ ...program, file: "/p/tests/url.py" }, caller];
  expect(await isolateAmong([path, expected], inTest)).toEqual({ tried: [[path, expected]], cause: [expected] });
});
