import type { EntryMoment, LineMoment } from "../../protocol/state.ts";
import type { SourceLine } from "../scripts/script.ts";

type Counter<Counted> = { -readonly [Member in keyof Counted]: Counted[Member] };

/** Counts how often each function is entered and each line is reached. Breakpoint conditions refer to counters by their index. */
export class MomentCounters {
  /** For each function its counters, by its full name and by names without its class: places may leave that out. */
  readonly #functions: (readonly Counter<EntryMoment>[])[] = [];
  readonly #byName = new Map<string, Counter<EntryMoment>>();
  readonly #lines: Counter<LineMoment>[] = [];

  addFunction(name: string): number {
    const names = name.split(".").map((_, from, parts) => parts.slice(from).join("."));
    return this.#functions.push(names.map((each) => this.#counterOf(each))) - 1;
  }

  addLine(line: SourceLine): number {
    return this.#lines.push({ ...line, hit: 0 }) - 1;
  }

  countEntry(index: number): EntryMoment {
    const counters = this.#functions[index]!;
    for (const counter of counters) counter.hit++;
    return counters[0]!;
  }

  countLine(index: number): LineMoment {
    const counter = this.#lines[index]!;
    counter.hit++;
    return counter;
  }

  #counterOf(name: string): Counter<EntryMoment> {
    const counter = this.#byName.get(name) ?? { function: name, hit: 0 };
    this.#byName.set(name, counter);
    return counter;
  }
}
