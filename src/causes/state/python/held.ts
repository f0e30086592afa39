import { fstatSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { site } from "./command.ts";

/** What a program that is held at its place tells those that go on from it. */
export interface Held {
  readonly interpreter: string;
  /** The worlds that it lives in: a test in a sandbox must not go on outside of it. */
  readonly namespaces: readonly string[];
}

const file = (holder: string) => join(holder, "held");

export function writeHeld(holder: string, held: Held): void {
  writeFileSync(file(holder), JSON.stringify(held));
}

/**
 * The command line that goes on from a held program, and becomes `fresh` if it is not there any more. Undefined if it cannot
 * stand for a run from the beginning.
 */
export function heldCommand(holder: string, planFile: string, fresh: readonly string[]): string[] | undefined {
  try {
    const { interpreter, namespaces }: Held = JSON.parse(readFileSync(file(holder), "utf8"));
    if (!readsNothing() || namespaces.some((each) => readlinkSync(`/proc/self/ns/${each.split(":")[0]}`) !== each))
      return undefined;
    const request = JSON.stringify({ plan: resolve(planFile), environment: ofThisTest() });
    return [interpreter, "-I", "-S", join(site, "culprit_state", "client.py"), holder, request, ...fresh];
  } catch {
    return undefined;
  }
}

/** What is on the standard input of this test the held program has not seen. */
function readsNothing(): boolean {
  return fstatSync(0).rdev === statSync("/dev/null").rdev;
}

/** What each test has for itself: marks by which its processes are known, and a temporary folder. */
function ofThisTest(): NodeJS.ProcessEnv {
  const isMark = (name: string) => name.startsWith("CULPRIT_") && !name.startsWith("CULPRIT_STATE_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name === "TMPDIR" || isMark(name)));
}
