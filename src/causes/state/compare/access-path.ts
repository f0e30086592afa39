import type {
  GraphRoot,
  MemoryGraph,
  UnreadInput,
  ValuePath,
  VariableRef,
} from "../../../../runtimes/protocol/state.ts";

/** How a vertex is reached, as a linked list: in a list of thousands of nodes, full paths would take quadratic space. */
export interface AccessPath {
  readonly root: VariableRef;
  readonly from?: AccessPath;
  readonly label?: string;
}

export function extendPath(from: AccessPath, label: string): AccessPath {
  return { root: from.root, from, label };
}

export function valuePathOf(path: AccessPath): ValuePath {
  const steps: string[] = [];
  for (let at: AccessPath | undefined = path; at?.label !== undefined; at = at.from) steps.push(at.label);
  return { root: path.root, steps: steps.reverse() };
}

/** Repetitions of one step beyond this number are shown as a count. */
const maxRepeated = 4;

/** `a[2]`, `node.next.value`, `*p`, `p->next` (`p.next` in Go), `list.next(×1204).value`. */
export function pathText({ root, steps: all }: ValuePath): string {
  const [first] = all;
  if ("input" in root && first !== undefined) return lineText(root, Number(first));
  const steps = withArrows(all);
  let text = root.name;
  for (let i = 0; i < steps.length; ) {
    let end = i + 1;
    while (steps[end] === steps[i]) end++;
    const times = end - i;
    if (times > maxRepeated) text = `${addStep(text, steps[i]!)}(×${times})`;
    else for (let n = 0; n < times; n++) text = addStep(text, steps[i]!);
    i = end;
  }
  return text;
}

/** `standard input line 3`; by its place in what is left where the number of the line is not known. */
function lineText({ name, line }: UnreadInput, index: number): string {
  return line === undefined ? `${name} (unread)[${index}]` : `${name} line ${line + index}`;
}

/** A label that means the same at every place: lines have the same numbers however many of them were read. */
export function stableLabel({ root }: AccessPath, label: string): string {
  return "input" in root && root.line !== undefined ? `line ${root.line + Number(label)}` : label;
}

/** Following a pointer and taking a member is one step, as in C and Go. */
function withArrows(steps: readonly string[]): string[] {
  return steps.flatMap((step, i) => {
    const next = steps[i + 1];
    if (isDereference(step)) return next !== undefined && !isDereference(next) ? [] : ["*"];
    return steps[i - 1] === "*" && !/^\d+$/.test(step) ? [`->${step}`] : [step];
  });
}

/** The label of what a pointer leads to. */
export function isDereference(label: string): boolean {
  return label === "*" || label === "*.";
}

function addStep(text: string, step: string): string {
  if (step.startsWith("->")) return `${text}${step}`;
  if (step === "*") return `*${text}`;
  if (/^\d+$/.test(step)) return `${text}[${step}]`;
  return /^[\w$]+$/.test(step) ? `${text}.${step}` : `${text}[${step}]`;
}

/**
 * A key for each vertex that is the same at every place of a run: taken from the variable of a file that leads to it, or else of the
 * outermost frame, which lives longest. Younger variables may point to what is named by older ones.
 */
export function stableKeys(graph: MemoryGraph): ReadonlyMap<number, string> {
  const keys = new Map<number, string>();
  for (const root of longestLivedFirst(graph.roots, (each) => each)) addKeysFrom(graph, root, keys);
  return keys;
}

/** Variables of files first, then those of the outermost frames. */
export function longestLivedFirst<T>(all: readonly T[], rootOf: (each: T) => VariableRef): T[] {
  const age = (root: VariableRef) => ("frame" in root ? root.frame : Number.MAX_SAFE_INTEGER);
  return all.toSorted((a, b) => age(rootOf(b)) - age(rootOf(a)));
}

/**
 * The order in which variables give their names to things: first those of the innermost frame, whose code people look at, then those
 * of files, then those of the outermost frames. So a thing of a file is not called by a name that some calling function has for it.
 */
export function ownersFirst<T>(all: readonly T[], rootOf: (each: T) => VariableRef): T[] {
  const isInnermost = (each: T) => {
    const root = rootOf(each);
    return "frame" in root && root.frame === 0;
  };
  return [...all.filter(isInnermost), ...longestLivedFirst(all, rootOf).filter((each) => !isInnermost(each))];
}

/** For all that a variable leads to and that has no key yet. */
function addKeysFrom(graph: MemoryGraph, root: GraphRoot, keys: Map<number, string>): void {
  const todo: [number, string][] = [[root.vertex, variableKey(graph, root)]];
  for (let i = 0; i < todo.length; i++) {
    const [vertex, key] = todo[i]!;
    if (keys.has(vertex)) continue;
    keys.set(vertex, key);
    for (const [label, part] of graph.vertices[vertex]!.edges ?? [])
      if (!keys.has(part)) todo.push([part, `${key} ${label}`]);
  }
}

/** Counts frames from the outermost, so that further calls do not change the key. */
export function variableKey({ stack }: MemoryGraph, root: VariableRef): string {
  if ("input" in root) return `input ${root.input}`;
  if ("global" in root) return `${root.global} ${root.name}`;
  return `${stack.length - root.frame} ${stack[root.frame]?.function} ${root.name}`;
}

type OwnedValue = { readonly key: string; readonly at: ValuePath };

/** The function or file, also one that is read, that owns a value, by the value's key, through whatever variable it was reached. */
export function scopeOf(value: OwnedValue, stack: MemoryGraph["stack"]): string {
  const { key, at } = value;
  if ("input" in at.root) return at.root.name;
  const frame = frameOf(value, stack);
  if (frame) return frame.function;
  const file = stack.find((each) => key.startsWith(`${each.file} `))?.file;
  return file ?? ("frame" in at.root ? stack[at.root.frame]!.function : at.root.global);
}

/** The same, told apart from other calls of the function, and from functions of the same name in other files. */
export function exactScopeOf(
  value: OwnedValue,
  stack: MemoryGraph["stack"],
  shorten: (file: string) => string = (file) => file,
): string {
  const frame = frameOf(value, stack);
  if (!frame) return shorten(scopeOf(value, stack));
  const alike = stack.filter(({ function: name }) => name === frame.function);
  if (alike.some(({ file }) => file !== frame.file)) return `${frame.function} of ${shorten(frame.file)}`;
  return alike.length === 1 ? frame.function : `call ${alike.length - alike.indexOf(frame)} of ${frame.function}`;
}

function frameOf({ key }: OwnedValue, stack: MemoryGraph["stack"]): MemoryGraph["stack"][number] | undefined {
  return stack.find((each, i) => key.startsWith(`${stack.length - i} ${each.function} `));
}
