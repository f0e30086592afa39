/** The variables of a stopped program: those of its own frames, innermost first, then those of its modules. */
import type { Debugger } from "node:inspector";
import type { StackFrame } from "../protocol/state.ts";
import type { Inspector } from "./inspector.ts";
import type { Script } from "./script.ts";
import type { Variable } from "./walk.ts";

export interface State {
  readonly stack: readonly StackFrame[];
  readonly variables: readonly Variable[];
}

/** Variables of a module that may be seen and set from elsewhere, by functions made in its scope. */
export interface ModuleScope {
  readonly file: string;
  readonly names: readonly string[];
  readonly variables: Record<string, unknown>;
}

interface OwnFrame {
  readonly number: number;
  readonly frame: Debugger.CallFrame;
  readonly script: Script;
}

interface Scope {
  readonly own: OwnFrame;
  readonly scope: Debugger.Scope;
  readonly scopeNumber: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export function stateOf(
  inspector: Inspector,
  frames: readonly Debugger.CallFrame[],
  known: { readonly scripts: ReadonlyMap<string, Script>; readonly modules: readonly ModuleScope[] },
): State {
  const own = ownFrames(frames, known.scripts);
  const scopes = withoutRepetition(scopesOf(inspector, own));
  const locals = own.flatMap((each) => [
    ...localVariables(
      inspector,
      scopes.filter((scope) => scope.own === each && !isOfModule(scope)),
    ),
    ...thisOf(inspector, each),
  ]);
  const globals = [
    ...scopes.filter(isOfModule).flatMap((scope) => moduleVariables(inspector, scope)),
    ...known.modules.flatMap(variablesElsewhere),
  ];
  return { stack: own.map(frameOf), variables: [...locals, ...firstOfEach(globals)] };
}

function ownFrames(frames: readonly Debugger.CallFrame[], scripts: ReadonlyMap<string, Script>): OwnFrame[] {
  const own = frames.flatMap((frame) => {
    const script = scripts.get(frame.location.scriptId);
    return script?.isOwn(pointOf(frame.location)) ? [{ frame, script }] : [];
  });
  return own.map((each, number) => ({ ...each, number }));
}

function frameOf({ frame, script }: OwnFrame): StackFrame {
  const point = pointOf(frame.location);
  return { function: script.nameOf(script.functionAt(point)), ...script.written(point) };
}

const pointOf = ({ lineNumber, columnNumber = 0 }: Debugger.Location) => ({ lineNumber, columnNumber });

function scopesOf(inspector: Inspector, own: readonly OwnFrame[]): Scope[] {
  const scopes = own.flatMap((each) =>
    each.frame.scopeChain.map((scope, scopeNumber) => ({ own: each, scope, scopeNumber })),
  );
  const looked = scopes.filter(
    ({ scope: { type, object } }) => type !== "global" && type !== "script" && object.objectId,
  );
  const values = inspector.valuesOf(looked.map(({ scope }) => scope.object.objectId!));
  return looked.map((each, index) => ({ ...each, values: readable(values[index] as Record<string, unknown>) }));
}

/** From Node 24 on, to look at a variable that its statement has not made yet is an error; there is nothing to see of it. */
function readable(scope: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(scope)) {
    try {
      values[name] = scope[name];
    } catch {}
  }
  return values;
}

/** A module's own scope: of CommonJS, that of the function which Node has put around the file. */
function isOfModule({ own: { script }, scope: { type, startLocation } }: Scope): boolean {
  if (script.isModule) return type === "module";
  return /^(local|closure)$/.test(type) && startLocation?.lineNumber === 0 && startLocation.columnNumber === 0;
}

/** What a function sees of the calls around it is told with these calls, where they are still on the stack. */
function withoutRepetition(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope, index) => {
    if (isOfModule(scope) || scope.scope.type !== "closure") return true;
    const rest = [...scopes.slice(index + 1)].filter(({ own }) => own !== scope.own);
    return !rest.some((other) => isSameScope(scope, other));
  });
}

function isSameScope(a: Scope, b: Scope): boolean {
  const [one, other] = [a.scope.startLocation, b.scope.startLocation];
  if (!one || !other || one.scriptId !== other.scriptId) return false;
  if (one.lineNumber !== other.lineNumber || one.columnNumber !== other.columnNumber) return false;
  return Object.keys(a.values).every((name) => name in b.values && Object.is(a.values[name], b.values[name]));
}

/** A name that an inner scope hides is told with the number of its scope. */
function localVariables(inspector: Inspector, scopes: readonly Scope[]): Variable[] {
  const seen = new Map<string, number>();
  return scopes.flatMap((scope) =>
    Object.keys(scope.values).map((name) => {
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      const told = times === 1 ? name : `${name}@${times}`;
      return { ...variableIn(inspector, scope, name), root: { frame: scope.own.number, name: told } };
    }),
  );
}

/** What Node gives to every file. */
const given = new Set(["require", "module", "__filename", "__dirname"]);

function moduleVariables(inspector: Inspector, scope: Scope): Variable[] {
  const { script } = scope.own;
  const names = Object.keys(scope.values).filter(
    (name) => !script.outline.imported.has(name) && (script.isModule || !given.has(name)),
  );
  return names.map((name) => ({ ...variableIn(inspector, scope, name), root: { global: script.file, name } }));
}

function variableIn(inspector: Inspector, { own, scopeNumber, values }: Scope, name: string): Omit<Variable, "root"> {
  const set = (value: unknown) => {
    inspector.ask("Debugger.setVariableValue", {
      callFrameId: own.frame.callFrameId,
      scopeNumber,
      variableName: name,
      newValue: inspector.nameOf(value),
    });
  };
  return { value: values[name], set };
}

/** At the top of a file it is nothing, or the exports, which are told as a variable. */
function thisOf(inspector: Inspector, { number, frame, script }: OwnFrame): Variable[] {
  const objectId = frame.this.objectId;
  if (objectId === undefined || script.functionAt(pointOf(frame.location)) === script.outline.whole) return [];
  const [value] = inspector.valuesOf([objectId]);
  if (value === globalThis) return [];
  const set = () => {
    throw new Error("what `this` is cannot be changed");
  };
  return [{ root: { frame: number, name: "this" }, value, set }];
}

function variablesElsewhere({ file, names, variables }: ModuleScope): Variable[] {
  return names.flatMap((name) => {
    try {
      const value = variables[name];
      const set = (to: unknown) => {
        variables[name] = to;
      };
      return [{ root: { global: file, name }, value, set }];
    } catch {
      // Not reached yet by the statements of its module.
      return [];
    }
  });
}

function firstOfEach(variables: readonly Variable[]): Variable[] {
  const seen = new Set<string>();
  return variables.filter(({ root }) => {
    const key = JSON.stringify(root);
    return !seen.has(key) && seen.add(key);
  });
}
