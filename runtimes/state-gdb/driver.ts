// Runs a C or C++ program under gdb by a plan (`driver.js PLAN.json`), and ends as the program ended.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import type { DriverPlan } from "../protocol/state.ts";
import { isNear } from "../shared/near-word.ts";
import { gdbCommand } from "./command.ts";

/** Where `session.py` writes its answer; 3 to 5 are this process's own streams, for the program. */
const answer = 6;

const planFile = resolve(process.argv[2] ?? "");
const { place } = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
await endAs(runGdb(planFile));

/** How the program ended, or why the plan could not be carried out. */
type Ending =
  | { readonly exit: number }
  | { readonly signal: number }
  | {
      readonly refused: string;
      /** Where the place of the plan is not in the program: its functions, or the nearest line. */
      readonly instead?: readonly string[];
    };

function runGdb(plan: string): Ending {
  const { words, env } = gdbCommand(plan);
  const [gdb, ...rest] = words;
  const run = spawnSync(gdb!, rest, {
    stdio: ["ignore", "ignore", "pipe", 0, 1, 2, "pipe"],
    env,
    maxBuffer: 64 * 1024 * 1024,
    encoding: "utf8",
  });
  if (run.error) return { refused: whyNot(run.error) };
  const text = run.output[answer] ?? "";
  if (text !== "") return JSON.parse(text) as Ending;
  if (run.signal !== null) return { refused: `gdb was killed (${run.signal})` };
  return { refused: `gdb failed: ${run.stderr.trim().replaceAll(/\s+/g, " ")}` };
}

function whyNot(error: Error): string {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return isMissing ? "there is no gdb, which looks into C and C++ programs: apt-get install gdb" : error.message;
}

async function endAs(ending: Ending): Promise<void> {
  if ("exit" in ending) process.exit(ending.exit);
  if ("refused" in ending) {
    process.stderr.write(`culprit: ${ending.refused}${nearText(ending.instead)}\n`, () => process.exit(125));
    return;
  }
  const entry = Object.entries(constants.signals).find(([, number]) => number === ending.signal);
  const signal = (entry?.[0] ?? "SIGKILL") as NodeJS.Signals;
  // Node ignores some signals and handles others; removing a handler of ours restores what the system does.
  if (signal !== "SIGKILL" && signal !== "SIGSTOP") process.on(signal, nothing).off(signal, nothing);
  process.kill(process.pid, signal);
  await new Promise((after) => setTimeout(after, 10_000));
}

function nearText(places: readonly string[] = []): string {
  const near = places.filter((each) => place?.function === undefined || isNear(lastPart(each), place.function));
  return near.length === 0 ? "" : `; did you mean ${near.slice(0, 3).join(" or ")}?`;
}

function lastPart(name: string): string {
  return name.split("::").at(-1)!;
}

function nothing(): void {}
