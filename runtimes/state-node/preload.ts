/** Loaded by `node --require`, as CommonJS, before the program, in every Node process that the command starts. */
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { DriverPlan } from "../protocol/state.ts";
import { type Assignment, assignmentVariable } from "./assignment.ts";
import { ProgramNotes } from "./notes/program-notes.ts";
import { noteThreads } from "./notes/unwatched-code.ts";
import { isRunnerParent } from "./runner-parent.ts";
import { OwnFiles } from "./scripts/own-files.ts";

const given = process.env[assignmentVariable];
if (given !== undefined && isMainThread) {
  const assignment: Assignment = JSON.parse(given);
  const plan: DriverPlan = JSON.parse(readFileSync(assignment.planFile, "utf8"));
  const notes = new ProgramNotes(assignment.planFile);
  notes.add({ note: "loaded" });
  if (isRunnerParent(process)) noteThreads(notes);
  else watch(plan, notes, assignment);
}

function watch(plan: DriverPlan, notes: ProgramNotes, assignment: Assignment): void {
  const restore = () => restoreEnvironment(assignment);
  if (isProgram(plan)) restore();
  else noteThreads(notes);
  // Not at the top: threads do not need it.
  const { runPlan }: typeof import("./run-plan.ts") = require("./run-plan.js");
  runPlan(plan, notes, restore);
}

/** Launchers such as npx are not the program: what they start needs our variables, too. */
function isProgram({ root = process.cwd() }: DriverPlan): boolean {
  const [, main] = process.argv;
  return main === undefined || new OwnFiles(root).has(main);
}

function restoreEnvironment({ nodeOptions }: Assignment): void {
  delete process.env[assignmentVariable];
  if (nodeOptions === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = nodeOptions;
}
