import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";
import type { Plan } from "../protocol/state.ts";
import { writeHeld } from "../shared/held.ts";
import { answerOf, end, exit, type Holder, type HoldOptions, kill } from "../shared/holder.ts";
import type { PythonHeld } from "./held.ts";
import { pythonCommand } from "./launch.ts";

/** More than this is not said again by each test. */
const mostSaid = 8 * 2 ** 20;
const shells = /(?:^|\/)(?:ba|da|z|k|fi)?sh$/;

/**
 * Runs a Python program to the place of a plan and holds it there. Undefined if it does not come there in time, or if a copy of
 * it could not go on just as it would itself: it has threads, started processes, wrote files, … Then each test has to
 * begin at the beginning. It ends with this process, however this one ends.
 */
export async function hold(plan: Plan, options: HoldOptions): Promise<Holder | undefined> {
  // Which of its outputs is which cannot be known behind a shell.
  if (process.platform !== "linux" || shells.test(plan.command[0] ?? "")) return undefined;
  const started = performance.now();
  const folder = mkdtempSync(join(resolve(options.folder), "held-"));
  const child = start(plan, folder, options);
  const control = child.stdio[3] as Socket;
  const timer = setTimeout(() => kill(child), options.timeLimit);
  const said = Promise.all([child.stdout!, child.stderr!].map((stream) => collect(stream, () => kill(child))));
  const { held, declined } = await answerOf<PythonHeld>(control);
  if (declined !== undefined) options.onDeclined?.(declined);
  // Its outputs are closed as soon as it stands still, so all that it has said is known then.
  const isHeld = held !== undefined && (await Promise.race([said.then(() => true), exit(child).then(() => false)]));
  clearTimeout(timer);
  if (isHeld) keep(folder, held, await said);
  else kill(child);
  const close = () => end({ child, control, folder });
  if (isHeld) return { path: folder, took: performance.now() - started, close };
  await close();
  return undefined;
}

function start({ command, place, root }: Plan, folder: string, { cwd, environment }: HoldOptions): ChildProcess {
  const planFile = join(folder, "plan");
  writeFileSync(planFile, JSON.stringify({ command, place, root, hold: { folder, control: 3 } }));
  const env = { ...(environment ?? process.env), CULPRIT_STATE_PARENT: String(process.pid) };
  const [program, ...words] = pythonCommand(planFile, command, env);
  // Its own group, so that it can be killed with what it has started.
  const child = spawn(program!, words, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  child.on("error", () => {}); // seen as its end
  child.unref();
  return child;
}

/** Writes down what the tests have to know. */
function keep(folder: string, held: PythonHeld, said: readonly Buffer[]): void {
  for (const [i, text] of said.entries()) if (text.length > 0) writeFileSync(join(folder, `said-${i + 1}`), text);
  writeHeld(folder, held);
}

async function collect(stream: Readable, tooMuch: () => void): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > mostSaid) tooMuch();
    else pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
