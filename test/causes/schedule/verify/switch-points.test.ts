import { expect, test } from "vitest";
import { parseLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { switchesSentence } from "../../../../src/causes/schedule/verify/switch-points.ts";

test("switches before memory accesses are claimed only of a program that has them", () => {
  expect(switchesSentence("native", parseLog("lane 1 app+0x10\nyields accesses\n"))).toMatch(
    /, and before memory accesses/,
  );
  expect(switchesSentence("native", parseLog("lane 1 app+0x10\n"))).toMatch(/only at calls of pthread functions/);
});
