/** Loaded by `node --require` before the program, in every thread of every Node process that the command starts. */
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { LinesPlan } from "../protocol/lines.ts";
import { carryOut } from "./carry-out.ts";
import { ProgramFiles } from "./program-files.ts";

/** What `launch.ts` has added. */
const ownOption = / ?--require=("[^"]*\/lines-node\/preload\.js"|\S*\/lines-node\/preload\.js)$/;

const planFile = process.env.CULPRIT_LINES;
// Other threads are not watched, and those of module hooks must not be.
if (planFile !== undefined && isMainThread) {
  const plan: LinesPlan = JSON.parse(readFileSync(planFile, "utf8"));
  const files = new ProgramFiles(plan);
  const isProgram = isMainScript(files);
  if (isProgram) restoreEnvironment();
  carryOut(plan, files, isProgram);
}

/** Launchers such as npx and test runners are not the program: what they start needs our variables, too. */
function isMainScript(files: ProgramFiles): boolean {
  const [, main] = process.argv;
  if (process.execArgv.some((option) => /^--(test|watch|run)(=|$)/.test(option))) return false;
  return main === undefined || files.has(main);
}

function restoreEnvironment(): void {
  delete process.env.CULPRIT_LINES;
  const options = process.env.NODE_OPTIONS?.replace(ownOption, "");
  if (!options) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = options;
}
