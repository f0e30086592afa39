import type { FunctionOutline } from "../scripts/outline.ts";

/** Identifies a generator function, however often its file was loaded. */
export function generatorKey(path: string, { start: { lineNumber, columnNumber } }: FunctionOutline): string {
  return `${path}:${lineNumber}:${columnNumber}`;
}

/**
 * Which generators are in their first turn: from their call to their first `yield`. Later turns belong to whoever resumes them. A
 * frame is identified by the number of the program's own frames below it, because it is called from one place and resumed from
 * another. The turn ends after the statement with the `yield`: what that calls still belongs to it.
 */
export class GeneratorTurns {
  readonly #firstTurns = new Map<string, Map<number, "running" | "yielding">>();

  start(generator: string, depth: number): void {
    this.#turnsOf(generator).set(depth, "running");
  }

  reachYield(generator: string, depth: number): void {
    const turns = this.#turnsOf(generator);
    if (turns.has(depth)) turns.set(depth, "yielding");
  }

  reachLine(generator: string, depth: number): void {
    const turns = this.#turnsOf(generator);
    if (turns.get(depth) === "yielding") turns.delete(depth);
  }

  /** Whether it was resumed, so that its steps are those of its consumer. */
  isResumed(generator: string, depth: number): boolean {
    return !this.#turnsOf(generator).has(depth);
  }

  #turnsOf(generator: string): Map<number, "running" | "yielding"> {
    const turns = this.#firstTurns.get(generator) ?? new Map();
    this.#firstTurns.set(generator, turns);
    return turns;
  }
}
