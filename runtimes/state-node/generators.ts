import type { FunctionAt } from "./outline.ts";

/** By which a generator is known, however often its file was read. */
export function generatorIn(path: string, { start: { lineNumber, columnNumber } }: FunctionAt): string {
  return `${path}:${lineNumber}:${columnNumber}`;
}

/**
 * Which generators are in their first turn: from their call to the first value that they give. A frame is known by how many of
 * the program's own lie below it, for it is called from one place and goes on from another. A value is given when its statement is over: what that calls still belongs to the turn.
 */
export class Generators {
  readonly #turns = new Map<string, Map<number, "begun" | "giving">>();

  begins(generator: string, depth: number): void {
    this.#of(generator).set(depth, "begun");
  }

  gives(generator: string, depth: number): void {
    const turns = this.#of(generator);
    if (turns.has(depth)) turns.set(depth, "giving");
  }

  /** It comes to a line. */
  goesOn(generator: string, depth: number): void {
    const turns = this.#of(generator);
    if (turns.get(depth) === "giving") turns.delete(depth);
  }

  /** Whether it was asked for more: then its steps are those of who asked. */
  isAsked(generator: string, depth: number): boolean {
    return !this.#of(generator).has(depth);
  }

  #of(generator: string): Map<number, "begun" | "giving"> {
    const turns = this.#turns.get(generator) ?? new Map();
    this.#turns.set(generator, turns);
    return turns;
  }
}
