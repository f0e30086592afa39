import { writeFileSync } from "node:fs";
import type { LeakDifference, LeakPlan, LeakReport, TestName } from "../../../protocol/suite.ts";
import { LineWatch } from "./line-watch.ts";
import { ProgramModules } from "./program-modules.ts";
import { type Difference, Snapshot } from "./snapshot.ts";
import type { Surroundings } from "./surroundings.ts";
import { valueText } from "./value-text.ts";
import { type BeforeTest, setLeakWatcher } from "./watcher.ts";

/** Compares what there is before the last test with what there was before the first one. */
export function watchForLeaks(plan: LeakPlan, tests: readonly TestName[]): void {
  setLeakWatcher(new Leak(plan, JSON.stringify(nameOnly(tests.at(-1)!))));
}

class Leak implements BeforeTest {
  readonly #plan: LeakPlan;
  readonly #last: string;
  readonly #modules: ProgramModules;
  readonly #watch: LineWatch | undefined;
  #snapshot: Snapshot | undefined;

  constructor(plan: LeakPlan, last: string) {
    this.#plan = plan;
    this.#last = last;
    this.#modules = new ProgramModules(plan.root, (script) => this.#watch?.addScript(script));
    this.#watch = plan.watch === undefined ? undefined : new LineWatch(this.#modules);
    if (plan.loading) this.#takeSnapshot({ env: process.env, global: globalThis });
  }

  beforeTest(test: TestName, surroundings: Surroundings = { env: process.env, global: globalThis }): void {
    const isLast = JSON.stringify(nameOnly(test)) === this.#last;
    if (!this.#snapshot && !isLast) this.#takeSnapshot(surroundings);
    if (isLast) this.#compare();
  }

  #takeSnapshot(surroundings: Surroundings): void {
    this.#snapshot = new Snapshot(this.#modules.all, surroundings);
    this.#watch?.start(this.#snapshot.placeOf(this.#plan.watch!));
  }

  #compare(): void {
    const lines = this.#watch?.stop();
    const found = uniqueKeys([...(this.#snapshot?.differences() ?? [])]);
    const differences = found.map(described);
    const wanted = new Set(this.#plan.takeBack);
    for (const { key, put, old } of found)
      if (wanted.has(key))
        try {
          put(old);
        } catch {
          // A constant, a frozen object: it stays as it is.
        }
    writeFileSync(this.#plan.report, JSON.stringify({ differences, ...(lines ? { lines } : {}) } satisfies LeakReport));
  }
}

function described({ key, name, file, old, get }: Difference): LeakDifference {
  const [before, now] = [valueText(old), valueText(get())];
  return {
    key,
    name,
    ...(file === undefined ? {} : { file }),
    ...(before === undefined ? {} : { old: before }),
    ...(now === undefined ? {} : { new: now }),
  };
}

/** Several things may have the same name. */
function uniqueKeys(differences: readonly Difference[]): Difference[] {
  const seen = new Map<string, number>();
  return differences.map((each) => {
    const nth = (seen.get(each.key) ?? 0) + 1;
    seen.set(each.key, nth);
    return nth === 1 ? each : { ...each, key: `${each.key}#${nth}` };
  });
}

function nameOnly({ file, names, nth = 1 }: TestName) {
  return [file, names, nth];
}
