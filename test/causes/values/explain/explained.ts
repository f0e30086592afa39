import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { explainFailure } from "../../../../src/causes/values/explain/engine/explain-failure.ts";
import { makeExplain } from "../../../../src/causes/values/explain/library.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

export const folder = temporaryFolder("explain");

/** `explain`, which keeps inputs in a folder of the test, and has time enough on a busy machine. */
export const explain = makeExplain(() => ({
  explainFailure: ({ clock, ...failure }) => {
    const budget = clock.budget === defaultBudget ? 100_000 : clock.budget;
    return explainFailure({ ...failure, clock: { ...clock, budget }, cwd: folder });
  },
}));
const defaultBudget = 4000;

/** The error that a call of `explain` throws. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  const nothing = Symbol("nothing");
  const error = await call.then(
    () => nothing,
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBe(nothing);
  return error as Error;
}

/** The content of a file that a message names. */
export function keptFile({ message }: Error, name: string): string {
  const [, path] = new RegExp(`^ {2}${name} +(.*)$`, "m").exec(message) ?? [];
  return readFileSync(join(folder, path ?? "none"), "utf8");
}
