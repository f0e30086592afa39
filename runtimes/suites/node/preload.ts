/**
 * Loaded by every Node process of a command (`--require` in NODE_OPTIONS). In a process that is a test runner, it adds options that
 * load culprit's part for that runner, and takes NODE_OPTIONS back; in all others it does nothing.
 */
import { takeOverJest } from "../jest/take-over.ts";
import { takeOverMocha } from "../mocha/take-over.ts";
import { takeOverNodeTest } from "../node-test/take-over.ts";
import { takeOverVitest } from "../vitest/take-over.ts";
import { mainPackage } from "./main-package.ts";
import { readPlan } from "./plan.ts";

const plan = readPlan();
if (plan) {
  const isTestMode = process.execArgv.includes("--test");
  const main = isTestMode ? undefined : mainPackage();
  if (isTestMode) takeOverNodeTest(plan);
  else if (main?.name === "vitest") takeOverVitest(plan, main);
  else if (main?.name === "jest" || main?.name === "jest-cli") takeOverJest(plan, main);
  else if (main?.name === "mocha") takeOverMocha(plan);
}
