/**
 * `node driver.js PLAN.json` runs one Node program to a place, writes down its state or changes it, lets it go on, and ends as it
 * ended. The program debugs itself (`inspector.ts`); here it is only started, and told of.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DriverPlan, StopPlace } from "../protocol/state.ts";
import {
  type Elsewhere,
  elsewhereBeside,
  type Mission,
  missionVariable,
  type Near,
  nearBeside,
  type Told,
  timesBeside,
  toldBeside,
} from "./mission.ts";
import { watchdogFor } from "./watchdog.ts";

const unresolved = 125;

const path = resolve(process.argv[2] ?? "");
const plan = readPlan();
const told = toldBeside(path);
const elsewhere = elsewhereBeside(path);
const [times, near] = [timesBeside(path), nearBeside(path)];
/** The signal by which this driver itself is to end. */
let asked: NodeJS.Signals | undefined;
for (const file of [told, elsewhere, times, near, plan.capture, plan.moments?.capture])
  if (file) rmSync(file, { force: true });
run();

function readPlan(): DriverPlan {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return giveUp(`the plan ${path} cannot be read: ${(error as Error).message}`);
  }
}

function run(): void {
  const [program = "", ...words] = plan.command;
  const child = spawn(program, words, { stdio: "inherit", env: environment() });
  child.on("error", (error) => giveUp(`cannot start ${program}: ${error.message}`));
  const watchdog = watchdogFor(child);
  child.on("exit", (code, signal) => {
    watchdog?.kill("SIGKILL");
    finish(code, signal);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      asked = signal;
      child.kill(signal);
    });
  }
}

function environment(): NodeJS.ProcessEnv {
  if (!plan.place && !plan.moments) return process.env;
  const before = process.env.NODE_OPTIONS;
  const mission: Mission = { plan: path, ...(before === undefined ? {} : { nodeOptions: before }) };
  const preload = pathToFileURL(resolve(import.meta.dirname, "preload.js")).href;
  return {
    ...process.env,
    NODE_OPTIONS: `${before ? `${before} ` : ""}--import=${preload}`,
    [missionVariable]: JSON.stringify(mission),
  };
}

function finish(code: number | null, signal: NodeJS.Signals | null): void {
  const messages = linesIn<Told>(told);
  rmSync(told, { force: true });
  const missed = missedText();
  for (const file of [elsewhere, times, near]) rmSync(file, { force: true });
  if (asked) {
    dieOf(asked);
    return;
  }
  const impossible = messages.find((each) => each.what === "impossible");
  if (impossible) giveUp(impossible.why);
  if (messages.some(({ what }) => what === "stopped")) process.exit(0);
  const wanted = plan.place ?? plan.moments;
  if (wanted && messages.length === 0) giveUp(`${placeText(wanted)} ${missed}`);
  if (plan.moments) writeFileSync(plan.moments.capture, JSON.stringify(linesIn(plan.moments.capture)));
  if (signal) dieOf(signal);
  else process.exitCode = code ?? unresolved;
}

function linesIn<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** Whether the place is in the program at all, and how often it was reached. */
function missedText(): string {
  const reached = existsSync(times) ? Number(readFileSync(times, "utf8")) : undefined;
  if (plan.place && reached === undefined) return `is not in the program${nearText()}${elsewhereText()}`;
  if (reached) return `was reached ${reached} ${reached === 1 ? "time" : "times"}${elsewhereText()}`;
  return `was not reached${elsewhereText()}`;
}

function nearText(): string {
  const names = [...new Set(linesIn<Near>(near).map((each) => each.near))];
  return names.length === 0 ? "" : `; did you mean ${names.slice(0, 3).join(" or ")}?`;
}

/** Why it may not have been seen. */
function elsewhereText(): string {
  const kinds = [...new Set(linesIn<Elsewhere>(elsewhere).map(({ what }) => what))];
  return kinds.length === 0 ? "" : ` (what it does in ${kinds.join(" and ")} is not looked into)`;
}

function placeText({ function: name, file, line, hit }: StopPlace): string {
  const where =
    name ?? (line === undefined ? "the main script" : file === undefined ? `line ${line}` : `${file}:${line}`);
  return hit === 1 ? where : `${where}#${hit}`;
}

function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function giveUp(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(unresolved);
}
