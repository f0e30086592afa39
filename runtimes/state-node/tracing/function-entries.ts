import type { Inspector } from "../inspector.ts";
import type { FunctionOutline } from "../scripts/outline.ts";
import type { OwnFiles } from "../scripts/own-files.ts";
import type { Script } from "../scripts/script.ts";
import type { Breakpoint } from "./breakpoint.ts";
import { callSites, isResumedByPromise } from "./call-stack.ts";

/**
 * Recognizes the entry of each call, also of functions that begin with a loop and so reach their first statement again and again.
 * Such a call is identified by the depth of its frame, until it returns. If an exception ends it, it counts as running until a
 * shallower frame is seen. An async function that resumes is no new call while a call of it is pending.
 */
export class FunctionEntries {
  readonly #own: OwnFiles;
  /** For each function that begins with a loop, the depths of its running calls. */
  readonly #depths: number[][] = [];
  /** Number of calls that have not ended, of async functions and generators. */
  readonly #pending = new Map<number, number>();
  readonly #isNewCall: string;
  readonly #leave: string;

  constructor(inspector: Inspector, own: OwnFiles) {
    this.#own = own;
    this.#isNewCall = inspector.expose("isNewCall", (index: number) => this.#enter(index));
    this.#leave = inspector.expose("leaveCall", (index: number, isEnd: boolean) => this.#exit(index, isEnd));
  }

  /** Breakpoints that evaluate `condition` once for each call of a function. */
  breakpoints(script: Script, called: FunctionOutline, condition: string): Breakpoint[] {
    const point = script.entryPoint(called);
    if (!point) return [];
    if (!called.startsWithLoop) return [{ point, condition }];
    const index = this.#depths.push([]) - 1;
    if (!called.isSync) this.#pending.set(index, 0);
    const returns = script.stopPoints(called).filter(({ isReturn }) => isReturn);
    return [
      { point, condition: `${this.#isNewCall}(${index}) && ${condition}` },
      ...returns.map((each) => ({ point: each, condition: `${this.#leave}(${index}, true)` })),
      ...script.awaitPoints(called).map((each) => ({ point: each, condition: `${this.#leave}(${index}, false)` })),
    ];
  }

  #enter(index: number): boolean {
    const depth = callSites().length;
    const depths = this.#depths[index]!.filter((each) => each <= depth);
    this.#depths[index] = depths;
    if (depths.at(-1) === depth) return false;
    const pending = this.#pending.get(index) ?? 0;
    if (pending > 0 && isResumedByPromise(this.#own)) return false;
    depths.push(depth);
    if (this.#pending.has(index)) this.#pending.set(index, pending + 1);
    return true;
  }

  #exit(index: number, isEnd: boolean): false {
    const depth = callSites().length;
    this.#depths[index] = this.#depths[index]!.filter((each) => each < depth);
    const pending = this.#pending.get(index);
    if (isEnd && pending !== undefined) this.#pending.set(index, Math.max(0, pending - 1));
    return false;
  }
}
