import type { TestName } from "../../../protocol/suite.ts";
import type { Surroundings } from "./surroundings.ts";

/** What a runner calls before each test. It is loaded in another way than the runner's part, so they meet in a global variable. */
export interface BeforeTest {
  readonly beforeTest: (test: TestName, surroundings?: Surroundings) => void;
}

const name = Symbol.for("culprit.leak");

export function setLeakWatcher(watcher: BeforeTest): void {
  Object.defineProperty(globalThis, name, { value: watcher, configurable: true });
}

/** Undefined: nobody asked for it. */
export function leakWatcher(): BeforeTest | undefined {
  return (globalThis as { [name]?: BeforeTest })[name];
}
