import type { Inspector } from "./inspector.ts";
import type { FunctionAt, Point } from "./outline.ts";
import type { OwnFiles } from "./own-files.ts";
import type { Script } from "./script.ts";
import { callSites, isResumed } from "./stack.ts";

export interface Stop {
  readonly point: Point;
  /** An expression: whether to stop there. */
  readonly condition: string;
}

/**
 * Entries to functions. One that begins with a loop comes to its first statement again and again: a call is known by how deep its
 * frame lies, until it returns. One that is left by an exception counts as going on until a frame less deep comes by. One that has
 * waited comes back from where Node goes on with such functions, and is no new call while there is one that may wait.
 */
export class Entries {
  readonly #own: OwnFiles;
  readonly #depths: number[][] = [];
  /** How many calls go on, of functions that may wait. */
  readonly #going = new Map<number, number>();
  readonly #begins: string;
  readonly #leaves: string;

  constructor(inspector: Inspector, own: OwnFiles) {
    this.#own = own;
    this.#begins = inspector.hook("begins", (number: number) => this.#isNew(number));
    this.#leaves = inspector.hook("leaves", (number: number, ends: boolean) => this.#left(number, ends));
  }

  /** Asks `condition` once for every call of a function. */
  of(script: Script, called: FunctionAt, condition: string): Stop[] {
    const point = script.entryOf(called);
    if (!point) return [];
    if (!called.repeats) return [{ point, condition }];
    const number = this.#depths.push([]) - 1;
    if (!called.sync) this.#going.set(number, 0);
    const leaving = script.pointsOf(called).filter(({ leaves }) => leaves);
    return [
      { point, condition: `${this.#begins}(${number}) && ${condition}` },
      ...leaving.map((each) => ({ point: each, condition: `${this.#leaves}(${number}, true)` })),
      ...script.waitsOf(called).map((each) => ({ point: each, condition: `${this.#leaves}(${number}, false)` })),
    ];
  }

  #isNew(number: number): boolean {
    const depth = callSites().length;
    const below = this.#depths[number]!.filter((each) => each <= depth);
    this.#depths[number] = below;
    if (below.at(-1) === depth) return false;
    const going = this.#going.get(number) ?? 0;
    if (going > 0 && isResumed(this.#own)) return false;
    below.push(depth);
    if (this.#going.has(number)) this.#going.set(number, going + 1);
    return true;
  }

  #left(number: number, ends: boolean): false {
    const depth = callSites().length;
    this.#depths[number] = this.#depths[number]!.filter((each) => each < depth);
    const going = this.#going.get(number);
    if (ends && going !== undefined) this.#going.set(number, Math.max(0, going - 1));
    return false;
  }
}
