import { expect, test } from "vitest";
import { runPlan, runUncontrolled, visiblePart } from "./worker-programs.ts";

test("something uncontrolled is logged, and lanes wait for it", async () => {
  const uncontrolled = await runUncontrolled(["uncontrolled.mjs"]);
  const ran = await runPlan(["uncontrolled.mjs"], "");
  expect(visiblePart(ran)).toEqual(visiblePart(uncontrolled));
  // A server that listens is logged only if its thread has nothing else to wait for.
  const logged = ran.log.match(/^unc .*/gm)!.filter((line) => line !== "unc network");
  expect(logged).toEqual(["unc child process"]);
});
