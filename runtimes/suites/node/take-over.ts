/**
 * In a process that is a test runner, adds options that load culprit's part for that runner, and takes back what was added to the
 * environment; in all others it does nothing.
 */
import type { SuitePlan } from "../../protocol/suite.ts";
import { takeOverJest } from "../jest/take-over.ts";
import { takeOverMocha } from "../mocha/take-over.ts";
import { isChildOfNodeTest, takeOverNodeTest, watchNodeTest } from "../node-test/take-over.ts";
import { isVitestProcess, takeOverVitest } from "../vitest/take-over.ts";
import { watchMemory } from "./leak/watch-memory.ts";
import { mainPackage } from "./main-package.ts";
import { readPlan } from "./plan.ts";

const plan = readPlan();
if (plan) takePart(plan);

function takePart(plan: SuitePlan): void {
  const main = mainPackage();
  if (isChildOfNodeTest()) watchNodeTest(plan);
  else if (process.execArgv.includes("--test")) takeOverNodeTest(plan);
  else if (main?.name === "vitest" && main.file.endsWith("vitest.mjs")) takeOverVitest(plan, main);
  else if (main?.name === "jest" || main?.name === "jest-cli") takeOverJest(plan);
  else if (main?.name === "mocha") takeOverMocha(plan, main);
  else if (isVitestProcess()) watchMemory(plan);
}
