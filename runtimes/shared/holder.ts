import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { Socket } from "node:net";
import type { Held } from "./held.ts";

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
  /** How many tests may go on from it at a time, if one program cannot do for all. */
  readonly atATime?: number;
  readonly environment?: NodeJS.ProcessEnv;
  /** Told why a program that has come to its place cannot be held. */
  readonly onDeclined?: (reason: string) => void;
}

export interface Answer<T extends Held> {
  readonly held?: T;
  readonly declined?: string;
}

/** The process that holds a program, and what ends it when it is closed. */
export interface Holding {
  readonly child: ChildProcess;
  readonly control: Socket;
  readonly folder: string;
}

const patience = 5000;

/** What the program says of itself at the place; nothing if it does not come there. */
export async function answerOf<T extends Held>(control: Socket): Promise<Answer<T>> {
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

export async function end({ child, control, folder }: Holding): Promise<void> {
  control.destroy();
  child.ref();
  const timer = setTimeout(() => kill(child), patience);
  await exit(child);
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
}

export async function exit(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** With what it has started: it has a group of its own. */
export function kill(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch {} // gone already
}
