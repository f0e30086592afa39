/**
 * Puts a step in front of everything in a source that other threads may notice: functions, rounds of loops, reads and writes of
 * elements (of arrays that may be shared), operations of Atomics, messages.
 *
 * A step is `--$culprit.b > 0 || $culprit.s(WHERE)`: a count that goes down, and a call when it is used up. It stands where all
 * operands are known and only the access itself is still to be done: `a[i] = v` becomes `a[i] = (STEP, v)`, and `a[i]` becomes
 * `a[(STEP, i)]`, which keeps the order of evaluation, `this` of a call, and what can be deleted or assigned to. Where an operand
 * has steps of its own it passes through a function, `$culprit.r(WHERE, operand)`. No line moves.
 */
import { type Node, type Options, parse } from "acorn";
import { Edits, type Move } from "./edits.ts";
import { Places } from "./lines.ts";

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
  visit(program, { source, edits, places, strict: type === "module", parent: undefined });
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

// biome-ignore lint/suspicious/noExplicitAny: nodes of every shape.
type Any = any;

interface Context {
  readonly source: string;
  readonly edits: Edits;
  readonly places: Places;
  readonly strict: boolean;
  readonly parent: Any;
}

function visit(node: Any, context: Context): void {
  const inner = { ...context, strict: context.strict || isStrict(node), parent: node };
  const close = visitors[node.type as string]?.(node, { ...inner, parent: context.parent });
  if (close === "done") return;
  visitChildren(node, inner);
  close?.();
}

function visitChildren(node: Any, context: Context): void {
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (key === "value" && node.shorthand && value === node.key) continue;
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) visit(each, context);
    } else if (isNode(value)) visit(value, context);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function isStrict({ type, body }: Any): boolean {
  if (type === "ClassDeclaration" || type === "ClassExpression") return true;
  const statements = type === "Program" ? body : body?.type === "BlockStatement" ? body.body : [];
  return /^Program$|Function/.test(type) && statements.some(({ directive }: Any) => directive === "use strict");
}

/** Makes the changes before the parts of a node, and may return those to be made behind them; "done": nothing is left to visit. */
type Visitor = (node: Any, context: Context) => (() => void) | "done" | void;

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

const check = (where: string) => `if(--$culprit.b<=0)$culprit.s(${JSON.stringify(where)});`;

function enterFunction(node: Any, context: Context): (() => void) | undefined {
  const where = `calls ${nameOf(node, context)} ${context.places.position(node.start)}`;
  const { body } = node;
  if (body.type !== "BlockStatement") return stepBefore(body, context, where);
  const directive = body.body.findLast(({ directive }: Any) => directive !== undefined);
  if (directive) context.edits.insert(directive.end, `;${check(where)}`);
  else context.edits.insert(body.start + 1, check(where));
  return undefined;
}

function enterLoop({ body, start }: Any, { edits, places }: Context): (() => void) | undefined {
  const text = check(`loop ${places.position(start)}`);
  if (body.type === "BlockStatement") {
    edits.insert(body.start + 1, text);
    return undefined;
  }
  // The closing brace has to come behind what is put into the body.
  edits.insert(body.start, `{${text}`);
  return () => edits.insert(body.end, "}");
}

/** `a[i]`, where `i` is no mere name. */
function isElement(node: Any): boolean {
  if (node?.type !== "MemberExpression" || !node.computed) return false;
  return !(node.property.type === "Literal" && typeof node.property.value === "string");
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

function keyStep(node: Any, context: Context, verb: string | undefined): (() => void) | undefined {
  if (!isElement(node) || verb === undefined) return undefined;
  return step(node.property, context, `${verb} ${context.places.of(node)}`);
}

/** A step before the value of an expression is used. */
function step(node: Any, context: Context, where: string): () => void {
  if (isQuiet(node)) return stepBefore(node, context, where);
  const { edits } = context;
  const text = JSON.stringify(where);
  const list = node.type === "SequenceExpression";
  edits.insert(node.start, `$culprit.r(${text},${list ? "(" : ""}`);
  return () => edits.insert(node.end, list ? "))" : ")");
}

/** A step before an expression is looked at. */
function stepBefore(node: Any, { edits }: Context, where: string): () => void {
  edits.insert(node.start, `(--$culprit.b>0||$culprit.s(${JSON.stringify(where)}),`);
  return () => edits.insert(node.end, ")");
}

/** Nothing happens in it that has steps: it may as well come behind one. */
function isQuiet(node: Any): boolean {
  switch (node.type) {
    case "Identifier":
    case "Literal":
    case "ThisExpression":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return true;
    case "UnaryExpression":
      return node.operator !== "delete" && isQuiet(node.argument);
    case "UpdateExpression":
      return node.argument.type === "Identifier";
    case "BinaryExpression":
    case "LogicalExpression":
      return isQuiet(node.left) && isQuiet(node.right);
    case "MemberExpression":
      return !node.computed && isQuiet(node.object);
    default:
      return false;
  }
}

function lastArgumentStep({ arguments: given }: Any, context: Context, where: string): (() => void) | undefined {
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

/**
 * `a[i]++` reads and writes, and something may come between. Where only names are involved and nobody asks for the value it becomes
 * an assignment; otherwise a function does it.
 */
function update(node: Any, context: Context): "done" | undefined {
  const { argument } = node;
  if (!isElement(argument) || argument.object.type === "Super") return undefined;
  const { source, edits, places } = context;
  const [read, write] = ["reads", "writes"].map((verb) => `${verb} ${places.of(argument)}`) as [string, string];
  const one = node.operator === "++" ? "i" : "d";
  const text = ({ start, end }: Any) => source.slice(start, end);
  if (isName(argument.object) && isName(argument.property) && isUnused(node, context.parent)) {
    const [object, key] = [text(argument.object), text(argument.property)];
    const old = `${object}[(--$culprit.b>0||$culprit.s(${JSON.stringify(read)}),${key})]`;
    const now = `$culprit.r(${JSON.stringify(write)},$culprit.${one}(${old}))`;
    edits.replace(node.start, node.end, ` ${object}[${key}]=${now}`);
    return "done";
  }
  const inner = { ...context, parent: argument };
  const how = `${JSON.stringify(read)},${JSON.stringify(write)},${node.operator === "++"},${node.prefix}`;
  edits.replace(node.start, argument.start, ` $culprit.${context.strict ? "u" : "v"}(`);
  visit(argument.object, inner);
  const bracket = openingBracket(source, argument.object.end);
  edits.replace(bracket, bracket + 1, ",(");
  visit(argument.property, inner);
  edits.replace(argument.end - 1, node.end, `),${how})`);
  return "done";
}

function isName({ type, name, value }: Any): boolean {
  return (type === "Identifier" && name !== "arguments") || (type === "Literal" && typeof value === "number");
}

function isUnused(node: Any, parent: Any): boolean {
  return parent.type === "ExpressionStatement" || (parent.type === "ForStatement" && parent.update === node);
}

/** The bracket behind an expression, which may stand in parentheses. */
function openingBracket(source: string, from: number): number {
  const skipped = /(?:[\s)]|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
  skipped.lastIndex = from;
  skipped.exec(source);
  return skipped.lastIndex;
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
