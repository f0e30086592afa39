/**
 * Adds a step before everything in a source that other threads may notice: functions, iterations of loops, reads and writes of
 * elements (of arrays that may be shared), operations of Atomics, messages.
 *
 * A step is `--$culprit.b > 0 || $culprit.s(PLACE)`: it counts down the steps left, and makes a call when there are none. It stands
 * where all operands have been evaluated and only the access itself is left to do: `a[i] = v` becomes `a[i] = (STEP, v)`, and `a[i]`
 * becomes `a[(STEP, i)]`, which keeps the order of evaluation, `this` of a call, and what can be deleted or assigned to. An operand
 * that has steps of its own goes through a function, `$culprit.r(PLACE, operand)`. No line moves.
 */
import { Edits, type Shift } from "../../shared/edits.ts";
import { parseSource, type SourceType } from "../../shared/syntax-tree.ts";
import { addIncrementSteps } from "./increments.ts";
import { SourcePlaces } from "./source-places.ts";
import { addLeafLoop, addStepAfter, addStepBefore, type Context, type Finish, stepStatement } from "./step-code.ts";
import { type Any, beginsWithStep, childrenOf, isElement, isLeafLoop, isStrict } from "./syntax-nodes.ts";

export interface InstrumentedSource {
  readonly text: string;
  readonly shifts: readonly Shift[];
}

export interface SourceOptions {
  /** The name of the source in places. */
  readonly name: string;
  readonly type: SourceType;
}

/** Returns undefined if the source cannot be parsed. */
export function instrument(source: string, { name, type }: SourceOptions): InstrumentedSource | undefined {
  const program = parseSource(source, type);
  if (!program) return undefined;
  const edits = new Edits(source);
  const places = new SourcePlaces(source, name);
  visit(program, { source, edits, places, strict: type === "module", inLeafLoop: false, parent: undefined, visit });
  return edits.apply();
}

function visit(node: Any, context: Context): void {
  const isLeaf = !context.inLeafLoop && isLeafLoop(node, context.parent);
  const inner = {
    ...context,
    strict: context.strict || isStrict(node),
    inLeafLoop: context.inLeafLoop || isLeaf,
  };
  const finishLeafLoop = isLeaf ? addLeafLoop(node, context) : undefined;
  const finish = visitors[node.type as string]?.(node, inner);
  if (finish === "done") return;
  for (const child of childrenOf(node)) visit(child, { ...inner, parent: node });
  finish?.();
  finishLeafLoop?.();
}

/** Makes the edits before the children of a node, and returns those to make after them; "done" if it visited the children. */
type Visitor = (node: Any, context: Context) => Finish | "done" | void;

const visitors: Record<string, Visitor> = {
  FunctionDeclaration: addFunctionStep,
  FunctionExpression: addFunctionStep,
  ArrowFunctionExpression: addFunctionStep,
  ForStatement: addLoopStep,
  ForInStatement: addLoopStep,
  ForOfStatement: addLoopStep,
  WhileStatement: addLoopStep,
  DoWhileStatement: addLoopStep,
  MemberExpression: (node, context) => addKeyStep(node, context, actionOn(node, context.parent)),
  AssignmentExpression: (node, context) => {
    if (!isElement(node.left)) return;
    return addStepAfter(node.right, context, `writes ${context.places.ofExpression(node.left)}`);
  },
  ObjectPattern: ({ properties }) => {
    for (const each of properties) each.inPattern = true;
  },
  UpdateExpression: addIncrementSteps,
  CallExpression: (node, context) => {
    const place = placeOfCall(node, context.places);
    return place === undefined ? undefined : addStepAfterArguments(node, context, place);
  },
  NewExpression: (node, context) => {
    if (lastName(node.callee) !== "Worker") return;
    return addStepAfterArguments(node, context, `new Worker ${context.places.ofOffset(node.start)}`);
  },
};

function addFunctionStep(node: Any, context: Context): Finish | undefined {
  const place = `calls ${nameOf(node, context)} ${context.places.ofOffset(node.start)}`;
  const { body } = node;
  if (body.type !== "BlockStatement") return addStepBefore(body, context, place);
  const directive = body.body.findLast(({ directive }: Any) => directive !== undefined);
  if (directive) context.edits.insert(directive.end, `;${stepStatement(place, context)}`);
  else context.edits.insert(body.start + 1, stepStatement(place, context));
  return undefined;
}

function addLoopStep(node: Any, context: Context): Finish | undefined {
  if (beginsWithStep(node)) return undefined;
  const { body, start } = node;
  const { edits, places } = context;
  const text = stepStatement(`loop ${places.ofOffset(start)}`, context);
  if (body.type === "BlockStatement") {
    edits.insert(body.start + 1, text);
    return undefined;
  }
  // The closing brace has to follow what is inserted at the end of the body.
  edits.insert(body.start, `{${text}`);
  return () => edits.insert(body.end, "}");
}

/** What happens to an element; undefined if another step covers it. */
function actionOn(node: Any, parent: Any): string | undefined {
  if (parent.type === "AssignmentExpression" && parent.left === node)
    return parent.operator === "=" ? undefined : "reads";
  if (parent.type === "UnaryExpression" && parent.operator === "delete") return "deletes";
  if (/Pattern$|^RestElement$/.test(parent.type) && parent.right !== node) return "writes";
  if (parent.type === "Property" && parent.inPattern && parent.value === node) return "writes";
  if (/^For(In|Of)Statement$/.test(parent.type) && parent.left === node) return "writes";
  return "reads";
}

function addKeyStep(node: Any, context: Context, action: string | undefined): Finish | undefined {
  if (!isElement(node) || action === undefined) return undefined;
  return addStepAfter(node.property, context, `${action} ${context.places.ofExpression(node)}`);
}

function addStepAfterArguments({ arguments: values }: Any, context: Context, place: string): Finish | undefined {
  const last = values.at(-1);
  return last === undefined || last.type === "SpreadElement" ? undefined : addStepAfter(last, context, place);
}

const dataViewCall = /^(get|set)(Int|Uint|Float|BigInt|BigUint)(8|16|32|64)$/;

function placeOfCall(node: Any, places: SourcePlaces): string | undefined {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.computed) return undefined;
  const { name } = callee.property;
  if (callee.object.type === "Identifier" && callee.object.name === "Atomics")
    return `Atomics.${name} ${places.ofOffset(node.start)}`;
  if (name === "postMessage") return `posts ${places.ofOffset(node.start)}`;
  const access = dataViewCall.exec(name);
  return access ? `${access[1] === "get" ? "reads" : "writes"} ${places.ofExpression(node)}` : undefined;
}

/** `Worker` of `Worker` and of `threads.Worker`. */
function lastName(node: Any): string | undefined {
  return node.type === "MemberExpression" && !node.computed ? node.property.name : node.name;
}

function nameOf({ id }: Any, { parent, source }: Context): string {
  const target = parent?.type === "AssignmentExpression" ? parent.left : undefined;
  const named = id ?? parent?.key ?? (parent?.type === "VariableDeclarator" ? parent.id : target);
  const text = named ? source.slice(named.start, named.end) : "";
  return /^[\w$.#]{1,40}$/.test(text) ? text : "function";
}
