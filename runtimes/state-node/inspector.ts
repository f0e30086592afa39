/**
 * The debugger of the very thread that it stops. Its answers and events come at once, inside the call or the statement that causes
 * them: breakpoints can be set in a script before its first statement, and all that is to be done at a stop is done in the
 * listener of the stop. Nothing waits for anybody, there is no second thread, and the program goes on when the listener returns.
 */
import { type Debugger, type Runtime, Session } from "node:inspector";

/** Under this name expressions that are evaluated in the program's frames reach us. */
const hookName = "$culprit";

type Hook = (...values: never[]) => unknown;

export class Inspector {
  readonly #session = new Session();
  readonly #breakpoints: string[] = [];
  #ignoring = false;
  readonly #hooks: Record<string, unknown> = { value: undefined, object: undefined, taken: [] };

  constructor() {
    this.#session.connect();
    Object.defineProperty(globalThis, hookName, { value: this.#hooks, configurable: true });
  }

  ask<Answer>(method: string, params: object = {}): Answer {
    let failure: Error | null = null;
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      failure = error;
      answer = result;
    });
    if (failure) throw failure;
    return answer as Answer;
  }

  onScript(listener: (script: Debugger.ScriptParsedEventDataType) => void): void {
    this.#session.on("Debugger.scriptParsed", ({ params }) => listener(params));
  }

  onStop(listener: (frames: readonly Debugger.CallFrame[]) => void): void {
    this.#session.on("Debugger.paused", ({ params }) => listener(params.callFrames));
  }

  /** From now on the program runs at its own speed. */
  ignoreStops(): void {
    this.#ignoring = true;
    this.ask("Debugger.setBreakpointsActive", { active: false });
    for (const breakpointId of this.#breakpoints.splice(0)) this.ask("Debugger.removeBreakpoint", { breakpointId });
  }

  stopAt(location: Debugger.Location, condition: string): void {
    if (this.#ignoring) return;
    const set = this.ask<Debugger.SetBreakpointReturnType>("Debugger.setBreakpoint", { location, condition });
    this.#breakpoints.push(set.breakpointId);
  }

  /** The text of a call of `hook` that can stand in an expression evaluated in the program. */
  hook(name: string, hook: Hook): string {
    this.#hooks[name] = hook;
    return `${hookName}.${name}`;
  }

  /** What the debugger's names for objects stand for. */
  valuesOf(objectIds: readonly string[]): unknown[] {
    if (objectIds.length === 0) return [];
    this.ask("Runtime.callFunctionOn", {
      functionDeclaration: `function (...values) { ${hookName}.taken = values; }`,
      objectId: objectIds[0],
      arguments: objectIds.map((objectId) => ({ objectId })),
    });
    return this.#hooks.taken as unknown[];
  }

  /** The debugger's name for a value. */
  nameOf(value: unknown): Runtime.CallArgument {
    this.#hooks.value = value;
    const { result } = this.ask<{ result: Runtime.RemoteObject }>("Runtime.evaluate", {
      expression: `${hookName}.value`,
    });
    if (result.objectId !== undefined) return { objectId: result.objectId };
    if (result.unserializableValue !== undefined) return { unserializableValue: result.unserializableValue };
    return result.type === "undefined" ? {} : { value: value };
  }

  /** Private members of an object; only the debugger may look at them, and only in expressions of its own. */
  readPrivate(frame: string, object: object, names: readonly string[]): unknown[] {
    this.#hooks.object = object;
    const members = names.map((name) => `${hookName}.object.${name}`);
    this.#evaluate(frame, `${hookName}.taken = [${members.join(", ")}], 0`);
    return this.#hooks.taken as unknown[];
  }

  /** Inside a class with private names of its own, those of others cannot be named. */
  canReadPrivate(frame: string): boolean {
    try {
      this.#evaluate(frame, "({}).#any, 0");
      return true;
    } catch (error) {
      return !(error as Error).message.startsWith("SyntaxError");
    }
  }

  writePrivate(frame: string, object: object, name: string, value: unknown): void {
    this.#hooks.object = object;
    this.#hooks.value = value;
    this.#evaluate(frame, `${hookName}.object.${name} = ${hookName}.value, 0`);
  }

  #evaluate(callFrameId: string, expression: string): void {
    const { exceptionDetails } = this.ask<Debugger.EvaluateOnCallFrameReturnType>("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression,
      silent: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
}
