import { Lines, type OutputEvent, type OutputReader } from "./output-event.ts";

/** Since Go 1.20, `-test.v=test2json` puts this before each line of its own: tests cannot print such lines by accident. */
const mark = "\u0016";
const ownLine = /^ *(?:=== (RUN|PAUSE|CONT|NAME) +(.*)|--- (PASS|FAIL|SKIP): (.*) \([\d.]+s\)|(?:PASS|FAIL))$/;

interface GoTest {
  /** What it has printed. */
  readonly lines: string[];
  /** It has subtests. */
  isGroup?: true;
  /** It waits for its turn to run in parallel. */
  isPaused?: boolean;
  outcome?: "passed" | "failed" | "skipped";
}

/**
 * Reads what a test program of Go prints with `-test.v`. A test with subtests counts as their group: it ends as skipped when the first
 * of them begins, and as failed if it fails and none of them does. One that waits for its turn to run in parallel begins again then.
 */
export class GoOutput implements OutputReader {
  readonly #isMarked: boolean;
  readonly #isParallel: boolean;
  readonly #lines = new Lines();
  readonly #tests = new Map<string, GoTest>();
  /** The test that prints; empty: none. */
  #current = "";
  /** What was printed since the last line of Go's own, and the test that failed there. */
  #tail: string[] = [];
  #failedBefore: string | undefined;
  #lastFailed: string | undefined;
  /** What was printed before the end of the test that ran before. */
  #early: readonly OutputEvent[] = [];

  constructor({ isMarked, isParallel }: { readonly isMarked: boolean; readonly isParallel: boolean }) {
    this.#isMarked = isMarked;
    this.#isParallel = isParallel;
  }

  read(text: string): readonly OutputEvent[] {
    return this.#lines.add(text).flatMap((line) => this.#inOrder(this.#readLine(line)));
  }

  end(): readonly OutputEvent[] {
    return [...this.read("\n"), ...this.#early, ...this.#crash(), ...this.#failedGroups()];
  }

  /** If no tests run at the same time, the end of one may still be printed after the next one goes on. */
  #inOrder(events: readonly OutputEvent[]): readonly OutputEvent[] {
    if (this.#isParallel) return events;
    const isAlone = events.some(({ event }) => event === "ended") || this.#running().length <= 1;
    const ready = isAlone ? [...events, ...this.#early] : [];
    this.#early = isAlone ? [] : [...this.#early, ...events];
    return ready;
  }

  #readLine(line: string): readonly OutputEvent[] {
    const at = this.#isMarked ? line.indexOf(mark) : Math.max(0, line.search(/--- (?:PASS|FAIL|SKIP): \S+ \(/));
    const own = at === -1 ? null : ownLine.exec(line.slice(at).replace(mark, ""));
    const printed = own ? line.slice(0, at) : line;
    if (!own || printed.trim() !== "") this.#print(printed);
    if (!own) return [];
    const tail = this.#readTail();
    const [, step, name = "", result, ended = ""] = own;
    const events = step !== undefined ? this.#step(step, name) : result !== undefined ? this.#end(ended, result) : [];
    return [...tail, ...events];
  }

  #print(line: string): void {
    this.#tail.push(line);
    this.#tests.get(this.#current)?.lines.push(line);
  }

  /** What an example printed comes after its end. */
  #readTail(): readonly OutputEvent[] {
    const [tail, name] = [this.#tail, this.#failedBefore];
    this.#tail = [];
    this.#failedBefore = undefined;
    if (name === undefined || tail.length === 0) return [];
    const test = this.#tests.get(name)!;
    test.lines.push(...tail);
    return [endOf(name, test)];
  }

  #step(step: string, name: string): readonly OutputEvent[] {
    this.#current = name;
    if (step === "RUN") return this.#begin(name);
    const test = this.#tests.get(name);
    if (!test || test.isGroup || (step === "PAUSE") === (test.isPaused ?? false)) return [];
    if (step === "NAME") return [];
    test.isPaused = step === "PAUSE";
    return [test.isPaused ? { event: "ended", name, outcome: "skipped" } : { event: "began", name }];
  }

  #begin(name: string): readonly OutputEvent[] {
    const groups = groupsAround(name).filter((group) => this.#tests.get(group)?.isGroup === undefined);
    const known = groups.flatMap((group) => {
      const test = this.#tests.get(group);
      if (!test) return [];
      test.isGroup = true;
      return [{ event: "ended" as const, name: group, outcome: "skipped" as const }];
    });
    this.#tests.set(name, { lines: [] });
    return [...known, { event: "began", name }];
  }

  #end(name: string, result: string): readonly OutputEvent[] {
    const test = this.#tests.get(name);
    this.#current = "";
    if (!test) return [];
    test.outcome = result === "PASS" ? "passed" : result === "FAIL" ? "failed" : "skipped";
    if (test.isGroup) return [];
    if (test.outcome === "failed") this.#lastFailed = this.#failedBefore = name;
    return [endOf(name, test)];
  }

  /** A panic ends the program. It is the error of what was running, or of the test that failed last. */
  #crash(): readonly OutputEvent[] {
    const at = this.#tail.findIndex((line) => /^(?:panic|fatal error): /.test(line));
    if (at === -1) return this.#readTail();
    const error = this.#tail.slice(at).join("\n").trimEnd();
    const running = this.#running();
    const last = this.#lastFailed === undefined ? [] : [this.#lastFailed];
    return (running.length > 0 ? running : last).map((name) => ({ event: "ended", name, outcome: "failed", error }));
  }

  #running(): string[] {
    const isRunning = ({ outcome, isGroup, isPaused }: GoTest) => outcome === undefined && !isGroup && !isPaused;
    return [...this.#tests].filter(([, test]) => isRunning(test)).map(([name]) => name);
  }

  #failedGroups(): readonly OutputEvent[] {
    const failed = [...this.#tests].filter(([, { outcome }]) => outcome === "failed");
    const isAlone = (group: string) => !failed.some(([name]) => name.startsWith(`${group}/`));
    return failed.filter(([name, { isGroup }]) => isGroup && isAlone(name)).map(([name, test]) => endOf(name, test));
  }
}

/** The outermost first. */
function groupsAround(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

function endOf(name: string, { lines, outcome }: GoTest): OutputEvent {
  const error = outcome === "failed" ? { error: [`--- FAIL: ${name}`, ...lines].join("\n") } : {};
  return { event: "ended", name, outcome: outcome!, ...error };
}

/** What a program that prints marks would print with `-v`, or without: then nothing about tests that pass. */
export function unmarkedLine(line: string, { isVerbose }: { readonly isVerbose: boolean }): string {
  const at = line.indexOf(mark);
  if (at === -1) return line;
  const own = line.slice(at + mark.length);
  return line.slice(0, at) + (isVerbose || !/^(?:=== |--- (?:PASS|SKIP): )/.test(own) ? own : "");
}
