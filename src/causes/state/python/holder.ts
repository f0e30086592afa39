import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";
import type { Plan } from "../protocol.ts";
import { pythonCommand } from "./command.ts";
import { type Held, writeHeld } from "./held.ts";

/** A program that stands still at its place: plans of the same command and place that name it go on from there. */
export interface Holder {
  /** What a plan names as its `holder`. */
  readonly path: string;
  /** How long it took to come to the place, in milliseconds: what each test saves. */
  readonly took: number;
  /** Ends it and all tests that still go on from it, and resolves when they are gone. */
  close(): Promise<void>;
}

export interface HoldOptions {
  /** Where it keeps its files; they go with it. */
  readonly folder: string;
  readonly cwd: string;
  /** Milliseconds in which it has to come to its place. */
  readonly timeLimit: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** Told why a program that has come to its place cannot be held. */
  readonly onDeclined?: (reason: string) => void;
}

/** More than this is not said again by each test. */
const mostSaid = 8 * 2 ** 20;
const patience = 5000;
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
  const timer = setTimeout(() => kill(child), options.timeLimit);
  const said = Promise.all([child.stdout!, child.stderr!].map((stream) => collect(stream, () => kill(child))));
  const { held, declined } = await answerOf(child);
  if (declined !== undefined) options.onDeclined?.(declined);
  // Its outputs are closed as soon as it stands still, so all that it has said is known then.
  const isHeld = held !== undefined && (await Promise.race([said.then(() => true), exit(child).then(() => false)]));
  clearTimeout(timer);
  if (isHeld) keep(folder, held, await said);
  else kill(child);
  const close = () => end(child, folder);
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

interface Answer {
  readonly held?: Held;
  readonly declined?: string;
}

/** What the program says of itself at the place; nothing if it does not come there. */
async function answerOf(child: ChildProcess): Promise<Answer> {
  const control = child.stdio[3] as Socket;
  let text = "";
  control.setEncoding("utf8").on("error", () => {});
  const gone = new Promise<void>((resolve) => control.once("close", resolve));
  const line = new Promise<void>((resolve) => {
    control.on("data", (piece) => {
      text += piece;
      if (text.endsWith("\n")) resolve();
    });
  });
  await Promise.race([line, gone]);
  control.unref();
  return text.endsWith("\n") ? JSON.parse(text) : {};
}

/** Writes down what the tests have to know. */
function keep(folder: string, held: Held, said: readonly Buffer[]): void {
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

async function end(child: ChildProcess, folder: string): Promise<void> {
  child.stdio[3]?.destroy();
  child.ref();
  const timer = setTimeout(() => kill(child), patience);
  await exit(child);
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}

async function exit(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

function kill(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch {} // gone already
}
