/**
 * Puts a step in front of everything in a source that other threads may notice: functions, rounds of loops, reads and writes of
 * elements (of arrays that may be shared), operations of Atomics, messages.
 *
 * A step is `--$culprit.b > 0 || $culprit.s(WHERE)`: a count that goes down, and a call when it is used up. It stands where all
 * operands are known and only the access itself is still to be done: `a[i] = v` becomes `a[i] = (STEP, v)`, and `a[i]` becomes
 * `a[(STEP, i)]`, which keeps the order of evaluation, `this` of a call, and what can be deleted or assigned to. Where an operand
 * has steps of its own it passes through a function, `$culprit.r(WHERE, operand)`. No line moves.
 */
import { type Options, parse } from "acorn";
import { Edits, type Move } from "./edits.ts";
import { update } from "./increments.ts";
import { Places } from "./source-places.ts";
import { type Close, type Context, leafLoop, statementText, step, stepBefore } from "./step-code.ts";
import { type Any, beginsWithStep, isElement, isLeafLoop, isStrict, partsOf } from "./syntax-nodes.ts";

export interface Instrumented {
  readonly text: string;
  readonly moves: readonly Move[];
}

export interface SourceOptions {
  /** The name under which places are told. */
  readonly name: string;
  readonly type: "module" | "script";
}

/** Undefined: the source is not understood. */
export function instrument(source: string, { name, type }: SourceOptions): Instrumented | undefined {
  const program = parsed(source, type);
  if (!program) return undefined;
  const edits = new Edits(source);
  const places = new Places(source, name);
  visit(program, { source, edits, places, strict: type === "module", leaf: false, parent: undefined, visit });
  return edits.done();
}

function parsed(source: string, sourceType: "module" | "script"): Any {
  const options: Options = {
    ecmaVersion: "latest",
    sourceType,
    allowHashBang: true,
    allowReturnOutsideFunction: sourceType === "script",
  };
  try {
    return parse(source, options);
  } catch {
    return undefined;
  }
}

function visit(node: Any, context: Context): void {
  const leaf = !context.leaf && isLeafLoop(node, context.parent);
  const own = { ...context, strict: context.strict || isStrict(node), leaf: context.leaf || leaf };
  const closeLeaf = leaf ? leafLoop(node, context) : undefined;
  const close = visitors[node.type as string]?.(node, own);
  if (close === "done") return;
  for (const part of partsOf(node)) visit(part, { ...own, parent: node });
  close?.();
  closeLeaf?.();
}

/** Makes the changes before the parts of a node, and may return those to be made behind them; "done": nothing is left to visit. */
type Visitor = (node: Any, context: Context) => Close | "done" | void;

const visitors: Record<string, Visitor> = {
  FunctionDeclaration: enterFunction,
  FunctionExpression: enterFunction,
  ArrowFunctionExpression: enterFunction,
  ForStatement: enterLoop,
  ForInStatement: enterLoop,
  ForOfStatement: enterLoop,
  WhileStatement: enterLoop,
  DoWhileStatement: enterLoop,
  MemberExpression: (node, context) => keyStep(node, context, verbOf(node, context.parent)),
  AssignmentExpression: (node, context) => {
    if (!isElement(node.left)) return;
    return step(node.right, context, `writes ${context.places.of(node.left)}`);
  },
  ObjectPattern: ({ properties }) => {
    for (const each of properties) each.inPattern = true;
  },
  UpdateExpression: update,
  CallExpression: (node, context) => {
    const what = callStep(node, context.places);
    return what === undefined ? undefined : lastArgumentStep(node, context, what);
  },
  NewExpression: (node, context) => {
    if (lastName(node.callee) !== "Worker") return;
    return lastArgumentStep(node, context, `new Worker ${context.places.position(node.start)}`);
  },
};

function enterFunction(node: Any, context: Context): Close | undefined {
  const where = `calls ${nameOf(node, context)} ${context.places.position(node.start)}`;
  const { body } = node;
  if (body.type !== "BlockStatement") return stepBefore(body, context, where);
  const directive = body.body.findLast(({ directive }: Any) => directive !== undefined);
  if (directive) context.edits.insert(directive.end, `;${statementText(where, context)}`);
  else context.edits.insert(body.start + 1, statementText(where, context));
  return undefined;
}

function enterLoop(node: Any, context: Context): Close | undefined {
  if (beginsWithStep(node)) return undefined;
  const { body, start } = node;
  const { edits, places } = context;
  const text = statementText(`loop ${places.position(start)}`, context);
  if (body.type === "BlockStatement") {
    edits.insert(body.start + 1, text);
    return undefined;
  }
  // The closing brace has to come behind what is put into the body.
  edits.insert(body.start, `{${text}`);
  return () => edits.insert(body.end, "}");
}

/** What is done with an element; undefined: it is said elsewhere. */
function verbOf(node: Any, parent: Any): string | undefined {
  if (parent.type === "AssignmentExpression" && parent.left === node)
    return parent.operator === "=" ? undefined : "reads";
  if (parent.type === "UnaryExpression" && parent.operator === "delete") return "deletes";
  if (/Pattern$|^RestElement$/.test(parent.type) && parent.right !== node) return "writes";
  if (parent.type === "Property" && parent.inPattern && parent.value === node) return "writes";
  if (/^For(In|Of)Statement$/.test(parent.type) && parent.left === node) return "writes";
  return "reads";
}

function keyStep(node: Any, context: Context, verb: string | undefined): Close | undefined {
  if (!isElement(node) || verb === undefined) return undefined;
  return step(node.property, context, `${verb} ${context.places.of(node)}`);
}

function lastArgumentStep({ arguments: given }: Any, context: Context, where: string): Close | undefined {
  const last = given.at(-1);
  return last === undefined || last.type === "SpreadElement" ? undefined : step(last, context, where);
}

const dataViewCall = /^(get|set)(Int|Uint|Float|BigInt|BigUint)(8|16|32|64)$/;

function callStep(node: Any, places: Places): string | undefined {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.computed) return undefined;
  const { name } = callee.property;
  if (callee.object.type === "Identifier" && callee.object.name === "Atomics")
    return `Atomics.${name} ${places.position(node.start)}`;
  if (name === "postMessage") return `posts ${places.position(node.start)}`;
  const access = dataViewCall.exec(name);
  return access ? `${access[1] === "get" ? "reads" : "writes"} ${places.of(node)}` : undefined;
}

function lastName(node: Any): string | undefined {
  return node.type === "MemberExpression" && !node.computed ? node.property.name : node.name;
}

function nameOf({ id }: Any, { parent, source }: Context): string {
  const target = parent?.type === "AssignmentExpression" ? parent.left : undefined;
  const named = id ?? parent?.key ?? (parent?.type === "VariableDeclarator" ? parent.id : target);
  const text = named ? source.slice(named.start, named.end) : "";
  return /^[\w$.#]{1,40}$/.test(text) ? text : "function";
}
