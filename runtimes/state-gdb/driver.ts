/**
 * `node driver.js PLAN.json` runs a C or C++ program by a plan and ends as the program did. gdb carries out the plan
 * (`python/culprit_gdb`); this process only answers for it where it could not.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { endDriverAs, endDriverWithMessage } from "../shared/driver-end.ts";
import { gdbCommand } from "./gdb-command.ts";
import { failedRun, gdbRunEnd } from "./run-end.ts";

/** The file descriptor on which gdb writes the ending. */
const endingStream = 6;

if (process.argv[2] === undefined) endDriverWithMessage("usage: node driver.js PLAN.json");
const planFile = resolve(process.argv[2]);
const plan = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
for (const path of [plan.capture, plan.moments?.capture, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
endDriverAs(runGdb());

function runGdb(): RunEnd {
  const { words, environment } = gdbCommand(planFile, { parent: process.pid });
  const [gdb, ...rest] = words;
  const { error, output, status, signal, stderr } = spawnSync(gdb!, rest, {
    stdio: ["ignore", "ignore", "pipe", 0, 1, 2, "pipe"],
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
    encoding: "utf8",
  });
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  if (error && !isMissing) return failedRun(plan, "other", error.message);
  const exit = isMissing ? 127 : (status ?? undefined);
  const written = output?.[endingStream] ?? "";
  return gdbRunEnd(plan, { written, stderr: stderr ?? "", exit, signal: signal ?? undefined });
}
