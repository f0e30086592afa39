import type { DriverPlan, GraphRoot, MemoryGraph, StackFrame } from "../../protocol/state.ts";
import { type Frame, flags, type Variable } from "../delve/api.ts";
import type { Delve } from "../delve/delve.ts";
import { shortFunctionName, withoutTypeArguments } from "../program/function-names.ts";
import { isOwnFrame, type OwnCode, packageFilter } from "../program/own-code.ts";
import { GraphBuilder, type NamedVariable } from "./graph-builder.ts";
import { withinValue } from "./load-config.ts";
import { shortTypeName } from "./type-names.ts";

/** A frame of the program's own, and its number in delve. */
export interface OwnFrame {
  readonly number: number;
  readonly frame: Frame;
}

const maxFrames = 1000;
const defaultMaxValues = 100_000;

/** A variable, and whether it has no value yet. */
type FrameVariable = Variable & { readonly isUnset: boolean };

/** The own frames of the goroutine that is stopped, innermost first. */
export async function ownFrames(delve: Delve, own: OwnCode): Promise<readonly OwnFrame[]> {
  const frames = await delve.frames(maxFrames);
  return frames.map((frame, number) => ({ frame, number })).filter(({ frame }) => isOwnFrame(own, frame));
}

/** The memory that the stopped goroutine and the package variables lead to. */
export interface Snapshot {
  readonly graph: MemoryGraph;
  /** All variables that are the same slice as this one. */
  readonly sameSlices: (slice: Variable) => readonly NamedVariable[];
}

/** What of the plan matters for a snapshot. */
type CapturePlan = Pick<DriverPlan, "maxValues" | "stdin" | "place">;

export async function takeSnapshot(
  delve: Delve,
  own: OwnCode,
  { maxValues = defaultMaxValues, stdin, place }: CapturePlan,
): Promise<Snapshot> {
  const frames = await ownFrames(delve, own);
  const builder = new GraphBuilder(delve, maxValues);
  const ofFrames = await Promise.all(frames.map((frame) => variablesIn(delve, frame)));
  const ofPackages = await packageVariables(delve, own);
  const roots: GraphRoot[] = [
    ...ofFrames.flatMap((variables, i) =>
      variables.map(({ isUnset, ...each }) => {
        const at = { expression: each.name, frame: frames[i]!.number };
        const vertex = isUnset ? builder.addUnknown(shortTypeName(each.type)) : builder.add(each, at);
        return { frame: i, name: variableName(each), vertex };
      }),
    ),
    ...ofPackages.flatMap((each): GraphRoot[] => {
      const ref = packageVariableRef(each.name);
      return ref ? [{ ...ref, vertex: builder.add(each) }] : [];
    }),
  ];
  await builder.followAll();
  if (stdin !== undefined) roots.push({ input: 0, name: "standard input", vertex: builder.addUnknown("lines") });
  // For the first line of a function, the program is stopped a little earlier.
  const [innermost, ...callers] = frames.map(stackFrame);
  const stack = innermost ? [{ ...innermost, line: Math.max(innermost.line, place?.line ?? 0) }, ...callers] : [];
  const graph = { stack, roots, vertices: builder.vertices, truncated: builder.truncated };
  return { graph, sameSlices: (slice) => builder.sameSlices(slice) };
}

/** Where a function is entered, its results have no values yet, and a function literal has not yet fetched what it captured. */
async function variablesIn(delve: Delve, { frame, number }: OwnFrame): Promise<readonly FrameVariable[]> {
  const entries = number === 0 ? await delve.locations(withoutTypeArguments(frame.function!.name)).catch(() => []) : [];
  const isEntered = entries.some(({ pc, pcs }) => (pcs ?? [pc]).includes(frame.pc));
  const variables = (await delve.frameVariables(number, withinValue)).filter(isNamed);
  if (!isEntered) return variables.map((each) => ({ ...each, isUnset: false }));
  const withValues = variables.filter((each) => !(each.flags & flags.result));
  return withValues.map((each) => ({ ...each, isUnset: !(each.flags & flags.argument) }));
}

/** Those of the program's own packages, and what the program was called with. */
async function packageVariables(delve: Delve, own: OwnCode): Promise<readonly Variable[]> {
  const called = await delve.evaluate("os.Args", withinValue).catch(() => undefined);
  return [...(await delve.packageVariables(packageFilter(own.packages), withinValue)), ...(called ? [called] : [])];
}

/** Results without a name are none of the program's variables. */
export function isNamed({ name }: Variable): boolean {
  return !name.startsWith("~") && name !== "_";
}

/** A variable that another one of its name hides is told apart by its line. */
export function variableName({ name, flags: bits, DeclLine: line }: Variable): string {
  return bits & flags.shadowed ? `${name} (line ${line})` : name;
}

/** `main.total` is `total` of the package `main`; undefined for what the compiler adds, such as `main..inittask`. */
export function packageVariableRef(name: string): { readonly global: string; readonly name: string } | undefined {
  const dot = name.indexOf(".", name.lastIndexOf("/") + 1);
  const [global, own] = [name.slice(0, dot), name.slice(dot + 1)];
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(own) && own !== "_" ? { global, name: own } : undefined;
}

function stackFrame({ frame: { function: called, file, line } }: OwnFrame): StackFrame {
  return { function: shortFunctionName(called!.name), file, line };
}
