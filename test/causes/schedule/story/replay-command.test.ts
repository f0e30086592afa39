import { expect, test } from "vitest";
import type { ControlledProgram } from "../../../../src/causes/schedule/control/controlled-program.ts";
import { scheduleDefaults } from "../../../../src/causes/schedule/request.ts";
import { replayCommand } from "../../../../src/causes/schedule/story/story.ts";

const command = (request: object, schedule = "1@3 1.1") =>
  replayCommand(
    {
      runtime: { name: "workers" },
      request: { cwd: "/p", test: ["node", "a.mjs"], limit: scheduleDefaults.limit, ...request },
    } as unknown as ControlledProgram,
    schedule,
    "/p/failing.schedule",
  );

test("the command to replay a run has all options that its steps depend on", () => {
  expect(command({})).toBe("culprit schedule replay --kind workers '1@3 1.1' -- node a.mjs");
  expect(command({ packages: ["a", "b"], limit: 9 })).toBe(
    "culprit schedule replay --kind workers --packages a,b --limit 9 '1@3 1.1' -- node a.mjs",
  );
});

test("a long schedule is named by its file", () => {
  expect(command({}, "1@3 ".repeat(100))).toContain(" failing.schedule -- ");
});
