import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { count, figure, table } from "../table.ts";
import { shapes } from "./generated.ts";

const bytes = 10_000_000;

/** What it took to prepare the search among the changes of one file. */
export interface Prepared {
  readonly changes: number;
  readonly seconds: number;
  /** The longest time, in milliseconds, in which a signal would not have been noticed. */
  readonly pause: number;
  /** Milliseconds to put a candidate together. */
  readonly candidate: number;
  /** Seconds of the processor, with generating the files. */
  readonly cpu: number;
  /** Peak of memory of the whole process. */
  readonly megabytes: number;
}

/** How long it takes from two versions of a large generated file to the first candidate, and how much memory. */
export async function preparing(): Promise<void> {
  const program = fileURLToPath(new URL("prepare-one.js", import.meta.url));
  const rows = Object.keys(shapes).map((shape) => {
    const printed = execFileSync(process.execPath, [program, shape, `${bytes}`], { encoding: "utf8" });
    const { changes, seconds, cpu, megabytes, pause, candidate }: Prepared = JSON.parse(printed);
    return [
      shape,
      count(changes),
      figure(seconds),
      figure(cpu),
      count(Math.round(megabytes)),
      figure(pause),
      figure(candidate),
    ];
  });
  console.log(`Preparing ${count(bytes / 1e6)} MB against ${count(bytes / 1e6)} MB, in one file:\n`);
  const head = ["", "changes", "s", "s of processor", "MB at most", "longest pause: ms", "a candidate: ms"];
  console.log(`${table(head, rows)}\n`);
}
