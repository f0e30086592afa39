import { listText } from "../core/list-text.ts";
import type { WorkerRecord } from "./action/worker-record.ts";

/** Maximum number of programs that a message names. */
const maxNamed = 3;

/** A program, or the system, as tests saw it that look for it in the same folders. */
interface Tool {
  readonly name: string;
  readonly versions: Map<string, Seen>;
}

/** Where tests saw one and the same version. */
interface Seen {
  readonly workers: Set<string>;
  tests: number;
}

/**
 * Compares what tests run with on the workers of an engine. The first tests of a run, those of its ends, set what the others are
 * compared with. An outcome of a worker that differs is used: nothing shows that the difference matters to the test, and there may
 * be no other worker. But the user has to know, as the search compares outcomes as if all workers were the same.
 */
export class WorkerTools {
  readonly #tools = new Map<string, Tool>();

  /** Adds a test that has ended. True if this is the first one that shows a difference. */
  add({ worker, tools }: Pick<WorkerRecord, "worker" | "tools">): boolean {
    const before = this.#differing.length;
    for (const { name, searched, version } of tools) {
      const { versions } = this.#toolIn(name, searched);
      const seen = versions.get(version) ?? { workers: new Set<string>(), tests: 0 };
      seen.workers.add(worker);
      seen.tests++;
      versions.set(version, seen);
    }
    return before === 0 && this.#differing.length > 0;
  }

  /** What differs, where, and what to do; undefined: nothing does. */
  get difference(): string | undefined {
    const all = this.#differing;
    if (all.length === 0) return undefined;
    const named = all.slice(0, maxNamed).map(({ name, versions }) => `${name} is ${versionsText(versions)}`);
    const more = all.length > maxNamed ? `; ${all.length - maxNamed} more differ` : "";
    return (
      `The engine's workers are not the same: ${named.join("; ")}${more}. ` +
      "The outcomes of all of them were used, so if the test depends on this, the finding may be wrong. " +
      "To run all tests in one image, name it: --platform KEY=VALUE."
    );
  }

  #toolIn(name: string, searched: string): Tool {
    const key = `${name}\0${searched}`;
    const tool = this.#tools.get(key) ?? { name, versions: new Map() };
    this.#tools.set(key, tool);
    return tool;
  }

  get #differing(): Tool[] {
    return [...this.#tools.values()].filter(({ versions }) => versions.size > 1);
  }
}

function versionsText(versions: ReadonlyMap<string, Seen>): string {
  const each = [...versions].map(([version, { workers, tests }]) => {
    return `${version} on ${listText([...workers], { max: maxNamed })} (${tests === 1 ? "1 test" : `${tests} tests`})`;
  });
  return listText(each);
}
