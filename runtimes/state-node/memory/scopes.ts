/** The scopes of the program's own frames, with the values of their variables. */
import type { Debugger } from "node:inspector";
import type { Inspector } from "../inspector.ts";
import type { Point } from "../scripts/point.ts";
import type { Script } from "../scripts/script.ts";

/** A frame in one of the program's own scripts. */
export interface OwnFrame {
  /** 0 is the innermost. */
  readonly index: number;
  readonly frame: Debugger.CallFrame;
  readonly point: Point;
  readonly script: Script;
}

export interface Scope {
  readonly own: OwnFrame;
  readonly scope: Debugger.Scope;
  readonly scopeNumber: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export function ownFrames(frames: readonly Debugger.CallFrame[], scripts: ReadonlyMap<string, Script>): OwnFrame[] {
  const own = frames.flatMap((frame) => {
    const { scriptId, lineNumber, columnNumber = 0 } = frame.location;
    const point = { lineNumber, columnNumber };
    const script = scripts.get(scriptId);
    return script?.isOwn(point) ? [{ frame, point, script }] : [];
  });
  return own.map((each, index) => ({ ...each, index }));
}

export function scopesOf(inspector: Inspector, own: readonly OwnFrame[]): Scope[] {
  const scopes = own.flatMap((each) =>
    each.frame.scopeChain.map((scope, scopeNumber) => ({ own: each, scope, scopeNumber })),
  );
  const readable = scopes.filter(
    ({ scope: { type, object } }) => type !== "global" && type !== "script" && object.objectId,
  );
  const objects = inspector.objectsOf(readable.map(({ scope }) => scope.object.objectId!));
  return withoutRepetition(
    readable.map((each, index) => ({ ...each, values: valuesIn(objects[index] as Record<string, unknown>) })),
  );
}

/** Since Node 24, reading a variable before its declaration has run is an error. Such a variable has no value yet. */
function valuesIn(scope: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(scope)) {
    try {
      values[name] = scope[name];
    } catch {}
  }
  return values;
}

/** Whether it is the top-level scope of a file. In CommonJS, that of the function in which Node wraps the file. */
export function isModuleScope({ own: { script }, scope: { type, startLocation } }: Scope): boolean {
  if (script.isModule) return type === "module";
  return /^(local|closure)$/.test(type) && startLocation?.lineNumber === 0 && startLocation.columnNumber === 0;
}

/** Leaves out closure scopes of calls that are still on the stack: their variables belong to those frames. */
function withoutRepetition(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope, index) => {
    if (isModuleScope(scope) || scope.scope.type !== "closure") return true;
    const outer = scopes.slice(index + 1).filter(({ own }) => own !== scope.own);
    return !outer.some((other) => isSameScope(scope, other));
  });
}

function isSameScope(a: Scope, b: Scope): boolean {
  const [one, other] = [a.scope.startLocation, b.scope.startLocation];
  if (!one || !other || one.scriptId !== other.scriptId) return false;
  if (one.lineNumber !== other.lineNumber || one.columnNumber !== other.columnNumber) return false;
  return Object.keys(a.values).every((name) => name in b.values && Object.is(a.values[name], b.values[name]));
}
