import { Lines, type OutputEvent, type OutputReader, type ProgramEnd } from "./output-event.ts";

const testLine = /^test (.+?)(?: - should panic)? \.\.\. (.*)$/s;
const result = /(ok|FAILED|ignored(?:, .*)?)(?: <[\d.]+s>)?$/;

/** The output of a test, or names of those that failed. */
type Section = { readonly of: string; readonly lines: string[] } | "list";

interface LibtestRun {
  /** The tests in the order in which they begin, if several may run at the same time. */
  readonly names: readonly string[];
  /** How many of them at the same time. */
  readonly threads: number;
}

/**
 * Reads what Rust's libtest prints, and programs that print alike. With one thread, the name of a test is printed when it begins. With
 * several it is printed when it ends; then tests begin in a known order, each when there is a thread for it.
 */
export class LibtestOutput implements OutputReader {
  readonly #lines = new Lines();
  #waiting: string[];
  readonly #began = new Set<string>();
  readonly #outcomes = new Map<string, "passed" | "failed" | "skipped">();
  /** Those that failed whose error is known. */
  readonly #explained = new Set<string>();
  #free: number;
  /** The test whose result is still to be printed, and the last line that may be it. */
  #current: string | undefined;
  #lastLine = "";
  /** What is printed at the end. */
  #section: Section | undefined;
  /** Whether it printed as libtest does. */
  isLibtest = false;

  constructor({ names, threads }: LibtestRun) {
    this.#waiting = threads > 1 ? [...names] : [];
    this.#free = threads;
  }

  read(text: string): readonly OutputEvent[] {
    const complete = this.#lines.add(text).flatMap((line) => this.#readLine(line));
    const [, name] = testLine.exec(this.#lines.rest) ?? [];
    return name === undefined || this.#section ? complete : [...complete, ...this.#begin(name)];
  }

  end({ errorOutput }: ProgramEnd): readonly OutputEvent[] {
    return [...this.read("\n"), ...this.#endCurrent(), ...this.#endSection(), ...this.#uncaptured(errorOutput)];
  }

  #readLine(line: string): readonly OutputEvent[] {
    if (/^running \d+ tests?\b/.test(line)) return this.#start();
    if (!this.isLibtest) return [];
    if (/^(?:failures|successes):$/.test(line)) return this.#startSection("list");
    if (line.startsWith("test result: ")) return [...this.#endCurrent(), ...this.#endSection()];
    const [, of] = /^---- (.+) std(?:out|err) ----$/.exec(line) ?? [];
    if (this.#section && of !== undefined) return this.#startSection({ of, lines: [] });
    if (this.#section === "list") return this.#addFailure(line.trim());
    if (!this.#section) return this.#readTest(line);
    this.#section.lines.push(line);
    return [];
  }

  #start(): readonly OutputEvent[] {
    this.isLibtest = true;
    return this.#beginWaiting();
  }

  #readTest(line: string): readonly OutputEvent[] {
    const [, name, rest = ""] = testLine.exec(line) ?? [];
    if (name === undefined) {
      if (line !== "") this.#lastLine = line;
      return [];
    }
    const began = this.#begin(name);
    this.#lastLine = rest;
    return [...began, ...(result.exec(rest)?.index === 0 ? this.#endCurrent() : [])];
  }

  #begin(name: string): readonly OutputEvent[] {
    if (this.#current === name) return [];
    const before = this.#endCurrent();
    this.#current = name;
    if (this.#began.has(name)) return before;
    this.#waiting = this.#waiting.filter((each) => each !== name);
    return [...before, this.#beginNow(name)];
  }

  #endCurrent(): readonly OutputEvent[] {
    const name = this.#current;
    const [, text] = result.exec(this.#lastLine) ?? [];
    this.#current = undefined;
    if (name === undefined || text === undefined) return [];
    const outcome = text === "ok" ? "passed" : text === "FAILED" ? "failed" : "skipped";
    this.#outcomes.set(name, outcome);
    this.#free++;
    return [{ event: "ended", name, outcome }, ...this.#beginWaiting()];
  }

  #beginWaiting(): readonly OutputEvent[] {
    const events: OutputEvent[] = [];
    while (this.#free > 0 && this.#waiting.length > 0) {
      events.push(this.#beginNow(this.#waiting.shift()!));
    }
    return events;
  }

  #beginNow(name: string): OutputEvent {
    this.#free--;
    this.#began.add(name);
    return { event: "began", name };
  }

  #startSection(section: Section): readonly OutputEvent[] {
    const before = [...this.#endCurrent(), ...this.#endSection()];
    this.#section = section;
    return before;
  }

  /** What a test that failed has printed. */
  #endSection(): readonly OutputEvent[] {
    const section = this.#section;
    this.#section = undefined;
    if (typeof section !== "object" || this.#outcomes.get(section.of) !== "failed") return [];
    this.#explained.add(section.of);
    return [{ event: "ended", name: section.of, outcome: "failed", error: section.lines.join("\n").trim() }];
  }

  /** The list is right also where a test has printed something that looks like a result. */
  #addFailure(name: string): readonly OutputEvent[] {
    if (!this.#began.has(name) || this.#outcomes.get(name) === "failed") return [];
    this.#outcomes.set(name, "failed");
    return [{ event: "ended", name, outcome: "failed" }];
  }

  /** With `--nocapture`, panics are printed to standard error. */
  #uncaptured(errorOutput: string): readonly OutputEvent[] {
    const panics = errorOutput.split(/^(?=thread '.*' (?:\(\d+\) )?panicked at )/m);
    const threadOf = (text: string) => /^thread '(.*?)' /.exec(text)?.[1];
    const failed = [...this.#outcomes].filter(([name, outcome]) => outcome === "failed" && !this.#explained.has(name));
    const other = panics.find((text) => threadOf(text) !== undefined && !this.#outcomes.has(threadOf(text)!));
    return failed.flatMap(([name]) => {
      const error = panics.find((text) => threadOf(text) === name) ?? (failed.length === 1 ? other : undefined);
      return error === undefined ? [] : [{ event: "ended", name, outcome: "failed", error: error.trim() }];
    });
  }
}
