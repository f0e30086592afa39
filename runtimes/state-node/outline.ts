/** What of a source must be known to stop in it: its functions, and the variables of the module. */
import { type Options, parse } from "acorn";

/** Lines and columns from 0, as the debugger counts. */
export interface Point {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export interface FunctionAt {
  /** Undefined: it has none. */
  readonly name: string | undefined;
  readonly start: Point;
  /** Undefined: it goes on to the end of the file. */
  readonly end: Point | undefined;
  /** Where its statements begin: nothing of its parameters comes later. */
  readonly body: Point;
  /** What is run first lies here or later; that it is not passed again in a call is sure unless it repeats. */
  readonly entry: Point;
  readonly sync: boolean;
  /** Its first statement is a loop, so that where it begins is passed more than once in a call. */
  readonly repeats: boolean;
  /** Where it waits. */
  readonly waits: readonly Point[];
  /** Where a generator gives a value. */
  readonly yields: readonly Point[];
}

export interface Outline {
  /** The code around all functions. */
  readonly whole: FunctionAt;
  /** Each before those inside it. */
  readonly functions: readonly FunctionAt[];
  /** Names of the module that functions in it use: only these outlive the module's own statements. */
  readonly shared: readonly string[];
  readonly imported: ReadonlySet<string>;
}

interface Node {
  readonly type: string;
  readonly loc: { readonly start: Place; readonly end: Place };
  // biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds are visited alike
  readonly [member: string]: any;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The name of the code around all functions. */
export const topLevel = "<module>";

const beginning: Point = { lineNumber: 0, columnNumber: 0 };
const everything = { name: topLevel, start: beginning, body: beginning, entry: beginning, end: undefined };
const nothing: Outline = {
  whole: { ...everything, sync: true, repeats: false, waits: [], yields: [] },
  functions: [],
  shared: [],
  imported: new Set(),
};

/** Of a source that cannot be read nothing is known. */
export function outline(source: string, type: "module" | "script"): Outline {
  const program = parsed(source, type);
  if (!program) return nothing;
  const found: Found = { functions: [], used: new Set() };
  const waits: Point[] = [];
  visit(program, { found, owner: undefined, name: undefined, inside: false, waits, yields: [] });
  const declared = program.body.flatMap((statement: Node) => declaredBy(statement));
  const shared = [...new Set<string>([...declared, ...(type === "script" ? ["exports"] : [])])];
  return {
    whole: {
      ...everything,
      ...beginningOf(program, afterLeading(program)),
      sync: waits.length === 0,
      waits,
      yields: [],
    },
    functions: found.functions,
    shared: shared.filter((name) => found.used.has(name)),
    imported: new Set(program.body.flatMap((statement: Node) => importedBy(statement))),
  };
}

/** To the debugger the first letter of a function is inside it: where a file begins with functions, its own code comes later. */
function afterLeading({ body }: Node): Point {
  let at = beginning;
  for (const { type, loc } of body as Node[]) {
    const { lineNumber, columnNumber } = pointOf(loc.start);
    if (lineNumber !== at.lineNumber || columnNumber !== at.columnNumber) break;
    if (!/^(Function|Class)Declaration$/.test(type)) break;
    at = pointOf(loc.end);
  }
  return at;
}

function parsed(source: string, sourceType: "module" | "script"): Node | undefined {
  const options: Options = {
    ecmaVersion: "latest",
    sourceType,
    allowHashBang: true,
    allowReturnOutsideFunction: sourceType === "script",
    locations: true,
  };
  try {
    return parse(source, options) as unknown as Node;
  } catch {
    return undefined;
  }
}

interface Found {
  readonly functions: FunctionAt[];
  readonly used: Set<string>;
}

interface Context {
  readonly found: Found;
  /** The class whose members are visited. */
  readonly owner: string | undefined;
  /** What a function here would be called by. */
  readonly name: string | undefined;
  readonly inside: boolean;
  /** Of the function that is visited. */
  readonly waits: Point[];
  readonly yields: Point[];
}

function visit(node: Node, context: Context): void {
  if (context.inside && node.type === "Identifier") context.found.used.add(node.name);
  if (node.type === "AwaitExpression" || node.await === true) context.waits.push(pointOf(node.loc.start));
  // What Node goes on with by itself only waits.
  if (node.type === "YieldExpression") context.yields.push(pointOf(node.loc.start));
  const inner = isFunction(node) ? enterFunction(node, context) : context;
  for (const [member, part] of partsOf(node)) visit(part, contextOf(node, member, inner));
}

const isFunction = ({ type }: Node) => /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type);

function enterFunction(node: Node, context: Context): Context {
  const block = node.body.type === "BlockStatement";
  const body = pointOf(node.body.loc.start);
  const start = block ? { ...body, columnNumber: body.columnNumber + 1 } : body;
  const waits: Point[] = [];
  const yields: Point[] = [];
  context.found.functions.push({
    name: node.id?.name ?? context.name,
    start: pointOf(node.loc.start),
    end: pointOf(node.loc.end),
    sync: !node.async && !node.generator,
    waits,
    yields,
    ...(block ? beginningOf(node.body, start) : { body: start, entry: start, repeats: false }),
  });
  return { ...context, owner: undefined, name: undefined, inside: true, waits, yields };
}

function beginningOf(block: Node, body: Point): Pick<FunctionAt, "body" | "entry" | "repeats"> {
  const first = firstIn(block);
  // What is gone over is looked up once, though it is written behind what changes with every round.
  if (/^For(Of|In)Statement$/.test(first?.type ?? ""))
    return { body, entry: pointOf(first!.right.loc.start), repeats: false };
  const isLoop =
    /^(While|DoWhile)Statement$/.test(first?.type ?? "") || (first?.type === "ForStatement" && !first.init);
  return { body, entry: body, repeats: isLoop };
}

function firstIn({ body }: Node): Node | undefined {
  const first: Node | undefined = body.find((statement: Node) => !isNothing(statement));
  if (first?.type === "BlockStatement") return firstIn(first);
  return first?.type === "LabeledStatement" ? first.body : first;
}

/** The debugger does not stop before it. */
function isNothing({ type, directive, kind, declarations }: Node): boolean {
  if (type === "VariableDeclaration") return kind === "var" && declarations.every(({ init }: Node) => !init);
  return /^(FunctionDeclaration|ImportDeclaration|EmptyStatement)$/.test(type) || directive !== undefined;
}

/** Functions without a name of their own are called as what they are assigned to. */
function contextOf(node: Node, member: string, context: Context): Context {
  const called = (name: string | undefined) => ({ ...context, name });
  if (/^Class(Declaration|Expression)$/.test(node.type)) return { ...context, owner: node.id?.name ?? context.name };
  if (node.type === "ClassBody") return context;
  if (/^(MethodDefinition|PropertyDefinition)$/.test(node.type) && member === "value") {
    const name = keyOf(node);
    return called(name && context.owner ? `${context.owner}.${name}` : name);
  }
  if (node.type === "Property" && member === "value") return called(keyOf(node));
  if (node.type === "VariableDeclarator" && member === "init") return called(node.id.name);
  if (node.type === "AssignmentExpression" && member === "right") return called(targetOf(node.left));
  return context.name === undefined && context.owner === undefined
    ? context
    : { ...context, name: undefined, owner: undefined };
}

function keyOf({ key, computed }: Node): string | undefined {
  if (computed) return undefined;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  return key.type === "Identifier" ? key.name : String(key.value);
}

function targetOf(left: Node): string | undefined {
  return left.type === "Identifier" ? left.name : left.type === "MemberExpression" ? keyOfMember(left) : undefined;
}

const keyOfMember = ({ property, computed }: Node) => (computed ? undefined : property.name);

function* partsOf(node: Node): Generator<[member: string, part: Node]> {
  for (const [member, value] of Object.entries(node)) {
    if (Array.isArray(value)) {
      for (const each of value) if (typeof each?.type === "string") yield [member, each];
    } else if (typeof value?.type === "string") yield [member, value];
  }
}

function declaredBy(statement: Node): string[] {
  const declaration = /^Export(Named|Default)Declaration$/.test(statement.type) ? statement.declaration : statement;
  if (declaration?.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }: Node) => namesIn(id));
  }
  return declaration?.type === "ClassDeclaration" && declaration.id ? [declaration.id.name] : [];
}

/** The names that a pattern binds, and perhaps some that it only uses. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  return [...partsOf(pattern)].filter(([member]) => member !== "key").flatMap(([, part]) => namesIn(part));
}

function importedBy(statement: Node): string[] {
  return statement.type === "ImportDeclaration" ? statement.specifiers.map(({ local }: Node) => local.name) : [];
}

const pointOf = ({ line, column }: Place): Point => ({ lineNumber: line - 1, columnNumber: column });
