import type { OutputEvent, OutputReader } from "./output-event.ts";

/** A test program with a main function of its own (`harness = false`) is one test, without a name. */
export class WholeProgram implements OutputReader {
  #hasBegun = false;

  read(): readonly OutputEvent[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return [{ event: "began", name: "" }];
  }

  end({
    hasFailed,
    errorOutput,
  }: {
    readonly hasFailed: boolean;
    readonly errorOutput: string;
  }): readonly OutputEvent[] {
    const outcome = hasFailed ? { outcome: "failed" as const, error: errorOutput } : { outcome: "passed" as const };
    return [...this.read(), { event: "ended", name: "", ...outcome }];
  }
}
