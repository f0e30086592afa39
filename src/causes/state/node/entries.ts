import type { Inspector } from "./inspector.ts";
import type { FunctionAt, Point } from "./outline.ts";
import type { Script } from "./script.ts";
import { callSites } from "./stack.ts";

export interface Stop {
  readonly point: Point;
  /** An expression: whether to stop there. */
  readonly condition: string;
}

/**
 * Entries to functions. One that begins with a loop comes to its first statement again and again: a call is known by how deep its
 * frame lies, until it returns. One that is left by an exception counts as going on until a frame less deep comes by.
 */
export class Entries {
  readonly #depths: number[][] = [];
  readonly #begins: string;
  readonly #leaves: string;

  constructor(inspector: Inspector) {
    this.#begins = inspector.hook("begins", (number: number) => this.#isNew(number, callSites().length));
    this.#leaves = inspector.hook("leaves", (number: number) => {
      const depth = callSites().length;
      this.#depths[number] = this.#depths[number]!.filter((each) => each < depth);
      return false;
    });
  }

  /** Asks `condition` once for every call of a function. */
  of(script: Script, called: FunctionAt, condition: string): Stop[] {
    const [point, ...others] = script.pointsOf(called);
    if (!point) return [];
    if (!called.repeats) return [{ point, condition }];
    const number = this.#depths.push([]) - 1;
    const leaving = others.filter(({ leaves }) => leaves);
    return [
      { point, condition: `${this.#begins}(${number}) && ${condition}` },
      ...leaving.map((each) => ({ point: each, condition: `${this.#leaves}(${number})` })),
    ];
  }

  #isNew(number: number, depth: number): boolean {
    const below = this.#depths[number]!.filter((each) => each <= depth);
    this.#depths[number] = below;
    if (below.at(-1) === depth) return false;
    below.push(depth);
    return true;
  }
}
