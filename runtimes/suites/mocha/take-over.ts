import { basename, resolve } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { addOptions } from "../node/command-line.ts";
import { watchMemory } from "../node/leak/watch-memory.ts";
import { type MainPackage, packageVersion } from "../node/main-package.ts";
import { reportEvent } from "../node/plan.ts";

const hooks = resolve(__dirname, "hooks.js");

/** Before version 6, the program `mocha` only starts `_mocha`, which does not know some of the options. */
export function takeOverMocha(plan: SuitePlan, { folder, file }: MainPackage): void {
  const isOld = Number.parseInt(packageVersion(folder), 10) < 6;
  if (isOld && basename(file) === "mocha") return;
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  reportEvent(plan, { event: "runner", runner: "mocha", argv, cwd: process.cwd(), process: process.pid });
  addOptions([
    "--require",
    hooks,
    ...(plan.tests && !isOld ? ["--no-bail"] : []),
    ...(plan.tests && !isOld && !plan.parallel ? ["--no-parallel"] : []),
  ]);
  watchMemory(plan);
}
