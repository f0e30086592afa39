import { wrongIn } from "./case.ts";
import type { Found } from "./culprit.ts";

/** Runs the program under test on an input, without culprit. */
export type Fails = (input: Uint8Array) => boolean;

/** Leaving out every single byte is tried where that is a matter of seconds. */
const fewEnough = 64;

/** What is wrong with a simplified input: it is to fail, and to pass or be refused without any one of its bytes. */
export function wrongSimplified({ finding, failing }: Found, fails: Fails): string[] {
  const bytes = failing.length <= fewEnough ? [...failing.keys()] : [];
  return wrongIn({
    "the result was found and proved minimal": finding.verdict === "found" && finding.minimal,
    "the failing result fails": fails(failing),
    "each of its bytes is needed": bytes.every((i) => !fails(without(failing, i))),
  });
}

/** What is wrong with a pair: one is to fail, the other to pass and to be a part of it that lacks only the cause. */
export function wrongPair({ finding, failing, passing }: Found, fails: Fails, passes: Fails): string[] {
  if (passing === undefined) return ["there is no passing result"];
  return wrongIn({
    "the result was found and proved minimal": finding.verdict === "found" && finding.minimal,
    "the failing result fails": fails(failing),
    "the passing result passes": passes(passing),
    "the passing result is a part of the failing one": isPartOf(passing, failing),
  });
}

function without(bytes: Buffer, i: number): Buffer {
  return Buffer.concat([bytes.subarray(0, i), bytes.subarray(i + 1)]);
}

function isPartOf(part: Uint8Array, whole: Uint8Array): boolean {
  let at = 0;
  for (const byte of whole) if (byte === part[at]) at++;
  return at === part.length;
}
