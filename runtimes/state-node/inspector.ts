/**
 * The debugger of the very thread that it stops. Its answers and events come at once, inside the call or the statement that causes
 * them: breakpoints can be set in a script before its first statement, and everything that has to happen at a stop happens in the
 * listener of the stop. Nothing waits, there is no second thread, and the program continues when the listener returns.
 */
import { type Debugger, type Runtime, Session } from "node:inspector";
import { defineInContexts } from "./vm-contexts.ts";

/** The global by which expressions that are evaluated in the program reach our functions and values. */
const globalName = "$culprit";

type Callback = (...values: never[]) => unknown;

export class Inspector {
  readonly #session = new Session();
  readonly #breakpoints: string[] = [];
  #isDone = false;
  readonly #exposed: Record<string, unknown> = { value: undefined, object: undefined, results: [] };

  constructor() {
    this.#session.connect();
    Object.defineProperty(globalThis, globalName, { value: this.#exposed, configurable: true });
    defineInContexts(globalName, this.#exposed);
  }

  /** Calls a method of the Chrome DevTools Protocol. */
  call<Result>(method: string, params: object = {}): Result {
    let failure: Error | null = null;
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      failure = error;
      answer = result;
    });
    if (failure) throw failure;
    return answer as Result;
  }

  onScript(listener: (script: Debugger.ScriptParsedEventDataType) => void): void {
    this.#session.on("Debugger.scriptParsed", ({ params }) => listener(params));
  }

  onStop(listener: (frames: readonly Debugger.CallFrame[]) => void): void {
    this.#session.on("Debugger.paused", ({ params }) => listener(params.callFrames));
  }

  setBreakpoint(location: Debugger.Location, condition: string): void {
    if (this.#isDone) return;
    const set = this.call<Debugger.SetBreakpointReturnType>("Debugger.setBreakpoint", { location, condition });
    this.#breakpoints.push(set.breakpointId);
  }

  /** For good: from now on the program runs at its own speed. */
  removeBreakpoints(): void {
    this.#isDone = true;
    this.call("Debugger.setBreakpointsActive", { active: false });
    for (const breakpointId of this.#breakpoints.splice(0)) this.call("Debugger.removeBreakpoint", { breakpointId });
  }

  /** Returns the expression by which code that is evaluated in the program can call the function. */
  expose(name: string, callback: Callback): string {
    this.#exposed[name] = callback;
    return `${globalName}.${name}`;
  }

  /** The objects that the debugger knows by these ids. */
  objectsOf(objectIds: readonly string[]): unknown[] {
    if (objectIds.length === 0) return [];
    try {
      return this.#objectsOfOneContext(objectIds);
    } catch (error) {
      if (objectIds.length === 1) throw error;
      // They may belong to several contexts, of which the debugger takes one at a time.
      return objectIds.flatMap((objectId) => this.#objectsOfOneContext([objectId]));
    }
  }

  #objectsOfOneContext(objectIds: readonly string[]): unknown[] {
    this.call("Runtime.callFunctionOn", {
      functionDeclaration: `function (...values) { ${globalName}.results = values; }`,
      objectId: objectIds[0],
      arguments: objectIds.map((objectId) => ({ objectId })),
    });
    return this.#exposed.results as unknown[];
  }

  /** How the debugger's methods take a value. */
  argumentFor(value: unknown): Runtime.CallArgument {
    this.#exposed.value = value;
    const { result } = this.call<{ result: Runtime.RemoteObject }>("Runtime.evaluate", {
      expression: `${globalName}.value`,
    });
    if (result.objectId !== undefined) return { objectId: result.objectId };
    if (result.unserializableValue !== undefined) return { unserializableValue: result.unserializableValue };
    return result.type === "undefined" ? {} : { value };
  }

  /** Private members of an object. Only expressions that the debugger evaluates can read them. */
  readPrivate(frame: string, object: object, names: readonly string[]): unknown[] {
    this.#exposed.object = object;
    const members = names.map((name) => `${globalName}.object.${name}`);
    this.#evaluate(frame, `${globalName}.results = [${members.join(", ")}], 0`);
    return this.#exposed.results as unknown[];
  }

  /** False inside a class with private names of its own: there the private names of other classes are syntax errors. */
  canReadPrivate(frame: string): boolean {
    try {
      this.#evaluate(frame, "({}).#any, 0");
      return true;
    } catch (error) {
      return !(error as Error).message.startsWith("SyntaxError");
    }
  }

  writePrivate(
    frame: string,
    { object, name }: { readonly object: object; readonly name: string },
    value: unknown,
  ): void {
    this.#exposed.object = object;
    this.#exposed.value = value;
    this.#evaluate(frame, `${globalName}.object.${name} = ${globalName}.value, 0`);
  }

  #evaluate(callFrameId: string, expression: string): void {
    const { exceptionDetails } = this.call<Debugger.EvaluateOnCallFrameReturnType>("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression,
      silent: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
}
