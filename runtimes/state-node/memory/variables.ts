/** The variables of a stopped program: those of its own frames, innermost first, then those of its modules. */
import type { Debugger } from "node:inspector";
import type { StackFrame, VariableRef } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import type { Script } from "../scripts/script.ts";
import { isModuleScope, type OwnFrame, ownFrames, type Scope, scopesOf } from "./scopes.ts";

export interface ProgramState {
  readonly stack: readonly StackFrame[];
  readonly variables: readonly Variable[];
}

export interface Variable {
  readonly root: VariableRef;
  readonly value: unknown;
  /** Throws if it cannot be set. */
  readonly set: (value: unknown) => void;
}

/** Identifies a variable. */
export function rootKey(root: VariableRef): string {
  if ("input" in root) return `input ${root.input}`;
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global}\n${root.name}`;
}

/** Accessors for variables of a module, created inside it, so that they work from everywhere. */
export interface ModuleScope {
  readonly file: string;
  readonly names: readonly string[];
  readonly variables: Record<string, unknown>;
}

interface StoppedAt {
  readonly frames: readonly Debugger.CallFrame[];
  readonly scripts: ReadonlyMap<string, Script>;
  readonly modules: readonly ModuleScope[];
}

export function programState(inspector: Inspector, { frames, scripts, modules }: StoppedAt): ProgramState {
  const own = ownFrames(frames, scripts);
  const scopes = scopesOf(inspector, own);
  const locals = own.flatMap((each) => {
    const ofFrame = scopes.filter((scope) => scope.own === each && !isModuleScope(scope));
    return [...localVariables(inspector, ofFrame), ...thisVariable(inspector, each)];
  });
  const globals = [
    ...scopes.filter(isModuleScope).flatMap((scope) => moduleVariables(inspector, scope)),
    ...modules.flatMap(accessibleVariables),
  ];
  return { stack: own.map(stackFrame), variables: [...locals, ...firstOfEach(globals)] };
}

function stackFrame({ point, script }: OwnFrame): StackFrame {
  return { function: script.functionName(script.functionAt(point)), ...script.sourceLine(point) };
}

/** A variable that an inner one hides gets a number: `name@2`. */
function localVariables(inspector: Inspector, scopes: readonly Scope[]): Variable[] {
  const counts = new Map<string, number>();
  return scopes.flatMap((scope) =>
    Object.keys(scope.values).map((name) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const root = { frame: scope.own.index, name: count === 1 ? name : `${name}@${count}` };
      return { ...scopeVariable(inspector, scope, name), root };
    }),
  );
}

/** Parameters of the function in which Node wraps CommonJS files; `exports` is the exception, which is state of the program. */
const wrapperParameters = new Set(["require", "module", "__filename", "__dirname"]);

function moduleVariables(inspector: Inspector, scope: Scope): Variable[] {
  const { script } = scope.own;
  const names = Object.keys(scope.values).filter(
    (name) => !script.outline.importedNames.has(name) && (script.isModule || !wrapperParameters.has(name)),
  );
  return names.map((name) => ({ ...scopeVariable(inspector, scope, name), root: { global: script.file, name } }));
}

function scopeVariable(
  inspector: Inspector,
  { own, scopeNumber, values }: Scope,
  name: string,
): Omit<Variable, "root"> {
  const set = (value: unknown) => {
    inspector.call("Debugger.setVariableValue", {
      callFrameId: own.frame.callFrameId,
      scopeNumber,
      variableName: name,
      newValue: inspector.argumentFor(value),
    });
  };
  return { value: values[name], set };
}

/** None at the top level of a file, where it is undefined or `exports`, which is a variable anyway. */
function thisVariable(inspector: Inspector, { index, frame, point, script }: OwnFrame): Variable[] {
  const objectId = frame.this.objectId;
  if (objectId === undefined || script.functionAt(point) === script.outline.topLevel) return [];
  const [value] = inspector.objectsOf([objectId]);
  if (value === globalThis) return [];
  const set = () => {
    throw new Error("`this` cannot be set");
  };
  return [{ root: { frame: index, name: "this" }, value, set }];
}

function accessibleVariables({ file, names, variables }: ModuleScope): Variable[] {
  return names.flatMap((name) => {
    try {
      const value = variables[name];
      const set = (to: unknown) => {
        variables[name] = to;
      };
      return [{ root: { global: file, name }, value, set }];
    } catch {
      // Its declaration has not run yet.
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
