import type { FunctionOutline } from "../scripts/outline.ts";
import type { OwnFiles } from "../scripts/own-files.ts";
import type { Script } from "../scripts/script.ts";
import type { OwnSite } from "./call-stack.ts";
import { GeneratorTurns, generatorKey } from "./generator-turns.ts";
import { OwnStack } from "./own-stack.ts";
import type { WatchedCall } from "./watched-call.ts";

/** Decides by the program's stack whether what runs now belongs to the watched call. */
export class WatchedFrames {
  readonly turns = new GeneratorTurns();
  readonly #stack: OwnStack;
  readonly #call: WatchedCall;
  readonly #watched = new Set<FunctionOutline>();
  /** Whether the call is the main code, to which everything belongs that Node calls later. */
  readonly #isMain: boolean;

  constructor(call: WatchedCall, { own, isMain }: { readonly own: OwnFiles; readonly isMain: boolean }) {
    this.#call = call;
    this.#stack = new OwnStack(own);
    this.#isMain = isMain;
  }

  addScript(script: Script): void {
    this.#stack.addScript(script);
  }

  /** A call of this function may be the watched one. */
  addWatched(called: FunctionOutline): void {
    this.#watched.add(called);
  }

  /** Number of the program's own frames on the stack. */
  get count(): number {
    return this.#stack.frames().length;
  }

  /** The depth of the innermost of the program's own frames. */
  readonly depth = (): number => this.#stack.frames()[0]!.depth;

  /** Whether the watched call is running, and the innermost frame is that of the call. */
  get isCall(): boolean {
    return this.#call.isRunning && this.#call.isAt(this.depth());
  }

  /** Whether the innermost frame is a generator that was resumed. */
  get isInGenerator(): boolean {
    return this.#isResumedGenerator(this.#stack.frames());
  }

  /** Whether the watched call is running and resumes the generators on top of the stack. */
  get isInGeneratorOfCall(): boolean {
    return this.#call.isRunning && this.#isResumedByCall(this.#stack.frames());
  }

  /** Whether Node itself resumed the innermost frame, after the main code began. */
  get isResumedByNode(): boolean {
    return this.#call.hasStarted && this.count === 1;
  }

  /** Whether the watched call entered the function of the innermost frame. */
  get isEnteredByCall(): boolean {
    if (!this.#call.isRunning && !(this.#isMain && this.#call.hasStarted)) return false;
    const [, ...frames] = this.#stack.frames();
    const [caller, ...below] = frames;
    if (!caller) return this.#isMain;
    if (this.#isResumedByCall(frames)) return true;
    if (this.#stack.isIn(caller, (called) => this.#watched.has(called)))
      return this.#call.isAt(caller.depth) && !this.#isResumedGenerator(frames);
    return this.#isMain && below.length === 0 && this.#stack.isIn(caller, (called) => !called.isSync);
  }

  #isResumedByCall(frames: readonly OwnSite[]): boolean {
    const index = frames.findIndex((_, i) => !this.#isResumedGenerator(frames.slice(i)));
    const consumer = frames[index];
    if (index <= 0 || consumer === undefined) return false;
    return this.#stack.isIn(consumer, (called) => this.#watched.has(called)) && this.#call.isAt(consumer.depth);
  }

  #isResumedGenerator(frames: readonly OwnSite[]): boolean {
    const isResumed = (called: FunctionOutline) =>
      called.yields.length > 0 && this.turns.isResumed(generatorKey(frames[0]!.path, called), frames.length);
    return this.#stack.isIn(frames[0]!, isResumed);
  }
}
