import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type { Plan } from "../protocol/state.ts";
import { type Held, writeHeld } from "../shared/held.ts";
import { answerOf, end, type Holder, type Holding, type HoldOptions, kill } from "../shared/holder.ts";
import { gdbCommand } from "./command.ts";

/** As long as any value is that a test may put in its place. */
const room = 1000;
/** Each of them needs the memory of the program, and of gdb. */
const most = 4;

/**
 * Runs a C or C++ program to the place of a plan and holds it there, under gdb: as often as tests may go on from it at a time.
 * Undefined if it does not come there in time, or if a copy of it could not go on just as it would itself: it has threads,
 * started processes, wrote files, … Then each test has to begin at the beginning. It ends with this process, however this one
 * ends.
 */
export async function hold(plan: Plan, options: HoldOptions): Promise<Holder | undefined> {
  if (process.platform !== "linux") return undefined;
  const started = performance.now();
  const folder = mkdtempSync(join(resolve(options.folder), "held-"));
  const all = Array.from({ length: Math.min(most, options.atATime ?? 1) }, (_, i) =>
    start({ plan, folder, number: i }, options),
  );
  const close = async () => {
    await Promise.all(all.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  const timer = setTimeout(() => {
    for (const { child } of all) kill(child);
  }, options.timeLimit);
  const answers = await Promise.all(all.map(({ control }) => answerOf<Held>(control)));
  clearTimeout(timer);
  const declined = answers.find((each) => each.declined !== undefined)?.declined;
  if (declined !== undefined) options.onDeclined?.(declined);
  const held = answers.find((each) => each.held !== undefined)?.held;
  if (held !== undefined) writeHeld(folder, held);
  if (held !== undefined) return { path: folder, took: performance.now() - started, close };
  await close();
  return undefined;
}

interface Start {
  readonly plan: Plan;
  readonly folder: string;
  readonly number: number;
}

function start({ plan, folder, number }: Start, { cwd, environment }: HoldOptions): Holding {
  const { command, place, root } = plan;
  const planFile = join(folder, `plan-${number}`);
  writeFileSync(planFile, JSON.stringify({ command, place, root, hold: { folder, socket: `socket-${number}` } }));
  const { words, env } = gdbCommand(planFile, withRoom(environment ?? process.env, folder));
  const [gdb, ...rest] = words;
  // Places that are taken: gdb puts other things there.
  const nothing = openSync("/dev/null", "r+");
  const stdio: StdioOptions = ["ignore", "ignore", "ignore", nothing, nothing, nothing, "pipe"];
  // Its own group, so that it can be killed with what it has started.
  const child: ChildProcess = spawn(gdb!, rest, { cwd, env, detached: true, stdio });
  closeSync(nothing);
  child.on("error", () => {}); // seen as its end
  child.unref();
  return { child, control: (child.stdio as unknown[])[6] as Socket, folder };
}

/** What each test has for itself is written over what the held program was given, so there has to be room. */
function withRoom(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const outer = environment.CULPRIT_TRIAL ? `${environment.CULPRIT_TRIAL}:` : "";
  return {
    ...environment,
    CULPRIT_CWD: "".padEnd(room, "-"),
    CULPRIT_SLOT: "".padEnd(room, "-"),
    CULPRIT_TRIAL: outer.padEnd(outer.length + room, "-"),
    TMPDIR: folder.padEnd(folder.length + room, "/"),
  };
}
