import type { FunctionOutline } from "../scripts/outline.ts";
import type { OwnFiles } from "../scripts/own-files.ts";
import type { Script } from "../scripts/script.ts";
import { type OwnSite, ownSites } from "./call-stack.ts";
import { GeneratorTurns, generatorKey } from "./generator-turns.ts";
import type { WatchedCall } from "./watched-call.ts";

/** Decides by the program's stack whether what runs now belongs to the watched call. */
export class WatchedFrames {
  readonly turns = new GeneratorTurns();
  readonly #own: OwnFiles;
  readonly #call: WatchedCall;
  readonly #scripts = new Map<string, Script[]>();
  readonly #watched = new Set<FunctionOutline>();
  /** Whether the call is the main code, to which everything belongs that Node calls later. */
  readonly #isMain: boolean;

  constructor(call: WatchedCall, { own, isMain }: { readonly own: OwnFiles; readonly isMain: boolean }) {
    this.#call = call;
    this.#own = own;
    this.#isMain = isMain;
  }

  addScript(script: Script): void {
    this.#scripts.set(script.path, [...(this.#scripts.get(script.path) ?? []), script]);
  }

  /** A call of this function may be the watched one. */
  addWatched(called: FunctionOutline): void {
    this.#watched.add(called);
  }

  /** Number of the program's own frames on the stack. */
  get count(): number {
    return this.#frames().length;
  }

  /** The depth of the innermost of the program's own frames. */
  readonly depth = (): number => this.#frames()[0]!.depth;

  /** Whether the watched call is running, and the innermost frame is that of the call. */
  get isCall(): boolean {
    return this.#call.isRunning && this.#call.isAt(this.depth());
  }

  /** Whether the innermost frame is a generator that was resumed. */
  get isInGenerator(): boolean {
    return this.#isResumedGenerator(this.#frames());
  }

  /** Whether the watched call is running and resumes the generators on top of the stack. */
  get isInGeneratorOfCall(): boolean {
    return this.#call.isRunning && this.#isResumedByCall(this.#frames());
  }

  /** Whether Node itself resumed the innermost frame, after the main code began. */
  get isResumedByNode(): boolean {
    return this.#call.hasStarted && this.count === 1;
  }

  /** Whether the watched call entered the function of the innermost frame. */
  get isEnteredByCall(): boolean {
    if (!this.#call.isRunning && !(this.#isMain && this.#call.hasStarted)) return false;
    const [, ...frames] = this.#frames();
    const [caller, ...below] = frames;
    if (!caller) return this.#isMain;
    if (this.#isResumedByCall(frames)) return true;
    if (this.#isIn(caller, (called) => this.#watched.has(called)))
      return this.#call.isAt(caller.depth) && !this.#isResumedGenerator(frames);
    return this.#isMain && below.length === 0 && this.#isIn(caller, (called) => !called.isSync);
  }

  #isResumedByCall(frames: readonly OwnSite[]): boolean {
    const index = frames.findIndex((_, i) => !this.#isResumedGenerator(frames.slice(i)));
    const consumer = frames[index];
    if (index <= 0 || consumer === undefined) return false;
    return this.#isIn(consumer, (called) => this.#watched.has(called)) && this.#call.isAt(consumer.depth);
  }

  #isResumedGenerator(frames: readonly OwnSite[]): boolean {
    const isResumed = (called: FunctionOutline) =>
      called.yields.length > 0 && this.turns.isResumed(generatorKey(frames[0]!.path, called), frames.length);
    return this.#isIn(frames[0]!, isResumed);
  }

  #isIn({ path, point }: OwnSite, isMeant: (called: FunctionOutline) => boolean): boolean {
    return this.#scripts.get(path)?.some((script) => isMeant(script.functionAt(point))) === true;
  }

  #frames(): OwnSite[] {
    const isOwn = ({ path, point }: OwnSite) => this.#scripts.get(path)?.some((script) => script.isOwn(point));
    return ownSites(this.#own).filter(isOwn);
  }
}
