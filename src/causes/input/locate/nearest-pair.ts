import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ProgramRun } from "../../../lines/program-run.ts";
import type { InputSetting } from "../input-world.ts";
import { type RelatedInputs, saveInput } from "./input-runs.ts";

/** The program on the failing input, and on the passing one that is nearest to it. */
export interface InputPair {
  readonly fail: ProgramRun;
  readonly pass: ProgramRun;
}

/**
 * Saves the failing input and the nearest passing one in a folder, where they stay: each in a folder of its own, under the name that
 * the user's input has. An isolated pair is taken as it is: its passing half comes first.
 */
export function savePair(
  folder: string,
  setting: InputSetting,
  { failing: [failing], passing, isolated }: RelatedInputs & { readonly isolated: boolean },
): InputPair {
  const folders = { failing: join(folder, "failing"), passing: join(folder, "passing") };
  rmSync(folder, { recursive: true, force: true });
  const fail = saveInput(folders.failing, setting, failing!);
  const bytes = readFileSync(fail.path);
  const distances = passing.map((each) => {
    const { path } = saveInput(folders.passing, setting, each);
    return distanceBetween(bytes, readFileSync(path));
  });
  const nearest = isolated ? 0 : distances.indexOf(Math.min(...distances));
  const pass = saveInput(folders.passing, setting, passing[nearest]!);
  return { fail: { ...fail.run, fails: true }, pass: { ...pass.run, fails: false } };
}

/** How many bytes two texts have between their common beginning and their common end. */
export function distanceBetween(one: Uint8Array, other: Uint8Array): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return one.length + other.length - 2 * (start + end);
}
