import { fstatSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a program that is held at its place tells those that go on from it. */
export interface Held {
  /** The worlds that it lives in: a test in a sandbox must not go on outside of it. */
  readonly namespaces: readonly string[];
}

const file = (holder: string) => join(holder, "held");

export function writeHeld(holder: string, held: Held): void {
  writeFileSync(file(holder), JSON.stringify(held));
}

/** Undefined if it is not there any more, or cannot stand for a run of this process from the beginning. */
export function readHeld<T extends Held>(holder: string): T | undefined {
  try {
    const held: T = JSON.parse(readFileSync(file(holder), "utf8"));
    const isElsewhere = held.namespaces.some((each) => readlinkSync(`/proc/self/ns/${each.split(":")[0]}`) !== each);
    return readsNothing() && !isElsewhere ? held : undefined;
  } catch {
    return undefined;
  }
}

/** What is on the standard input of this test the held program has not seen. */
function readsNothing(): boolean {
  return fstatSync(0).rdev === statSync("/dev/null").rdev;
}

/** What each test has for itself: marks by which its processes are known, and a temporary folder. */
export function ofThisTest(): NodeJS.ProcessEnv {
  const isMark = (name: string) => name.startsWith("CULPRIT_") && !name.startsWith("CULPRIT_STATE_");
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name === "TMPDIR" || isMark(name)));
}
