/** What has to be known about a source to stop in it: its functions, and the variables of the module. */
import { childContext, type NameContext, noName } from "../../shared/function-names.ts";
import { childrenOf, isFunction, parseSource, type SyntaxNode } from "../../shared/syntax-tree.ts";
import { type Point, pointOf } from "./point.ts";

export interface FunctionOutline {
  /** Undefined: it has none. */
  readonly name: string | undefined;
  readonly start: Point;
  /** Undefined: it ends with the file. */
  readonly end: Point | undefined;
  /** Where its statements begin, after its parameters. */
  readonly body: Point;
  /** The first code that runs in a call is here or later. A call passes it once, unless the function starts with a loop. */
  readonly entry: Point;
  readonly isSync: boolean;
  /** Its first statement is a loop, so that a call may pass the entry more than once. */
  readonly startsWithLoop: boolean;
  readonly awaits: readonly Point[];
  readonly yields: readonly Point[];
}

export interface ScriptOutline {
  /** The code around all functions. */
  readonly topLevel: FunctionOutline;
  /** Each before those inside it. */
  readonly functions: readonly FunctionOutline[];
  /** Variables of the module that its functions use: only these outlive the module's own statements. */
  readonly sharedNames: readonly string[];
  readonly importedNames: ReadonlySet<string>;
}

const fileStart: Point = { lineNumber: 0, columnNumber: 0 };
const wholeFile = { name: "<module>", start: fileStart, body: fileStart, entry: fileStart, end: undefined };
const emptyOutline: ScriptOutline = {
  topLevel: { ...wholeFile, isSync: true, startsWithLoop: false, awaits: [], yields: [] },
  functions: [],
  sharedNames: [],
  importedNames: new Set(),
};

/** Empty for a source that cannot be parsed. */
export function outlineOf(source: string, type: "module" | "script"): ScriptOutline {
  const program = parseSource(source, type, { locations: true });
  if (!program) return emptyOutline;
  const found: Found = { functions: [], usedNames: new Set() };
  const awaits: Point[] = [];
  visit(program, { found, naming: noName, isInFunction: false, awaits, yields: [] });
  const declared = program.body.flatMap((statement: SyntaxNode) => declaredNames(statement));
  const names = [...new Set<string>([...declared, ...(type === "script" ? ["exports"] : [])])];
  return {
    topLevel: {
      ...wholeFile,
      ...beginningOf(program, afterLeadingFunctions(program)),
      isSync: awaits.length === 0,
      awaits,
      yields: [],
    },
    functions: found.functions,
    sharedNames: names.filter((name) => found.usedNames.has(name)),
    importedNames: new Set(program.body.flatMap((statement: SyntaxNode) => importedNames(statement))),
  };
}

interface Found {
  readonly functions: FunctionOutline[];
  /** All identifiers inside functions. */
  readonly usedNames: Set<string>;
}

interface Context {
  readonly found: Found;
  readonly naming: NameContext;
  readonly isInFunction: boolean;
  /** Of the innermost function. */
  readonly awaits: Point[];
  readonly yields: Point[];
}

function visit(node: SyntaxNode, context: Context): void {
  if (context.isInFunction && node.type === "Identifier") context.found.usedNames.add(node.name);
  if (node.type === "AwaitExpression" || node.await === true) context.awaits.push(pointOf(node.loc.start));
  if (node.type === "YieldExpression") context.yields.push(pointOf(node.loc.start));
  const inner = isFunction(node) ? enterFunction(node, context) : context;
  for (const [member, child] of childrenOf(node))
    visit(child, { ...inner, naming: childContext(node, member, inner.naming) });
}

function enterFunction(node: SyntaxNode, { found, naming }: Context): Context {
  const isBlock = node.body.type === "BlockStatement";
  const bodyStart = pointOf(node.body.loc.start);
  const start = isBlock ? { ...bodyStart, columnNumber: bodyStart.columnNumber + 1 } : bodyStart;
  const awaits: Point[] = [];
  const yields: Point[] = [];
  found.functions.push({
    name: node.id?.name ?? naming.name,
    start: pointOf(node.loc.start),
    end: pointOf(node.loc.end),
    isSync: !node.async && !node.generator,
    awaits,
    yields,
    ...(isBlock ? beginningOf(node.body, start) : { body: start, entry: start, startsWithLoop: false }),
  });
  return { found, naming: noName, isInFunction: true, awaits, yields };
}

/** To the debugger the first letter of a function is inside it: in a file that begins with functions, its own code comes later. */
function afterLeadingFunctions({ body }: SyntaxNode): Point {
  let end = fileStart;
  for (const { type, loc } of body as SyntaxNode[]) {
    const { lineNumber, columnNumber } = pointOf(loc.start);
    if (lineNumber !== end.lineNumber || columnNumber !== end.columnNumber) break;
    if (!/^(Function|Class)Declaration$/.test(type)) break;
    end = pointOf(loc.end);
  }
  return end;
}

function beginningOf(block: SyntaxNode, body: Point): Pick<FunctionOutline, "body" | "entry" | "startsWithLoop"> {
  const first = firstStatement(block);
  const type = first?.type ?? "";
  // What such a loop iterates over is evaluated once, and first, though the loop variable is written before it.
  if (/^For(Of|In)Statement$/.test(type))
    return { body, entry: pointOf(first!.right.loc.start), startsWithLoop: false };
  const isLoop = /^(While|DoWhile)Statement$/.test(type) || (type === "ForStatement" && !first!.init);
  return { body, entry: body, startsWithLoop: isLoop };
}

function firstStatement({ body }: SyntaxNode): SyntaxNode | undefined {
  const first: SyntaxNode | undefined = body.find((statement: SyntaxNode) => !isSkipped(statement));
  if (first?.type === "BlockStatement") return firstStatement(first);
  return first?.type === "LabeledStatement" ? first.body : first;
}

/** The debugger does not stop before such a statement. */
function isSkipped({ type, directive, kind, declarations }: SyntaxNode): boolean {
  if (type === "VariableDeclaration") return kind === "var" && declarations.every(({ init }: SyntaxNode) => !init);
  return /^(FunctionDeclaration|ImportDeclaration|EmptyStatement)$/.test(type) || directive !== undefined;
}

function declaredNames(statement: SyntaxNode): string[] {
  const declaration = /^Export(Named|Default)Declaration$/.test(statement.type) ? statement.declaration : statement;
  if (declaration?.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }: SyntaxNode) => namesIn(id));
  }
  return declaration?.type === "ClassDeclaration" && declaration.id ? [declaration.id.name] : [];
}

/** The names that a pattern binds, and perhaps some that it only uses. */
function namesIn(pattern: SyntaxNode): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  return [...childrenOf(pattern)].filter(([member]) => member !== "key").flatMap(([, child]) => namesIn(child));
}

function importedNames(statement: SyntaxNode): string[] {
  return statement.type === "ImportDeclaration" ? statement.specifiers.map(({ local }: SyntaxNode) => local.name) : [];
}
