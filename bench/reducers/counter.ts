import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cached } from "./cache.ts";

/** A smaller candidate that the test found interesting, and what it took to get there. */
export interface Step {
  readonly bytes: number;
  readonly tests: number;
  readonly seconds: number;
}

export interface Count {
  readonly tests: number;
  /** Each smaller than the one before. */
  readonly steps: readonly Step[];
}

const compiler = process.env.CC ?? "gcc";

/** Compiles the program that counts, unless it is there, and gives its path. */
export function counter(): string {
  const source = resolve("bench/reducers/counter.c");
  const version = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 12);
  const folder = cached(`counter/${version}`, (into) => {
    execFileSync(compiler, ["-O2", "-Wall", "-Wextra", "-o", join(into, "counter"), source], { stdio: "inherit" });
  });
  return join(folder, "counter");
}

/** What the counter wrote, as far as it came; `whole` is the size of the input, which is no improvement. */
export function readCount(log: string, whole: number, began: number): Count {
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
  const steps: Step[] = [];
  let tests = 0;
  let smallest = whole;
  for (const line of lines) {
    const [kind, time, bytes, status] = line.split(" ");
    if (kind === "S") tests++;
    else if (status === "0" && Number(bytes) < smallest) {
      smallest = Number(bytes);
      steps.push({ bytes: smallest, tests, seconds: Math.max(0, Number(time) - began) / 1000 });
    }
  }
  return { tests, steps };
}
