/** Which variables a piece of code can read. */
import { childrenOf, isFunction, type SyntaxNode } from "../../shared/syntax-tree.ts";

export interface Variable {
  readonly name: string;
  /** The offset from which on it has a value. */
  readonly from: number;
  /** It holds a function, a class or a module, as far as the source shows: never a number, nor of use in place of one. */
  readonly isCode: boolean;
  /** It may hold a number. */
  readonly mayBeNumber: boolean;
}

export interface Scope {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly outer: Scope | undefined;
  /** The function whose body the scope is in; undefined: the top level of the file. */
  readonly function: SyntaxNode | undefined;
}

/** Maximum number of variables that are tried in place of one. */
const maxVariables = 8;

export function resolve(scope: Scope | undefined, name: string): Variable | undefined {
  return scope && (scope.variables.get(name) ?? resolve(scope.outer, name));
}

/**
 * The variables to try in place of `name` at an offset: those of the function that have a value there, the last declared first, then
 * those of the functions around it. Code at the top level of a file tries the variables there.
 */
export function otherVariables(scope: Scope, name: string, offset: number): string[] {
  const hidden = new Set([name]);
  const found: string[] = [];
  for (let at: Scope | undefined = scope; at && isTried(at, scope); at = at.outer) {
    const own = [...at.variables.values()].filter((each) => !hidden.has(each.name));
    for (const each of own) hidden.add(each.name);
    const isReadable = ({ from, isCode }: Variable) => !isCode && (from <= offset || at!.function !== scope.function);
    found.push(
      ...own
        .filter(isReadable)
        .sort((a, b) => b.from - a.from)
        .map((each) => each.name),
    );
  }
  return found.slice(0, maxVariables);
}

const isTried = (scope: Scope, from: Scope) => scope.function !== undefined || from.function === undefined;

/** The scope of a function's parameters and variables. `parameters: false`: those of a wrapper, which no one wrote. */
export function functionScope(node: SyntaxNode, outer: Scope, isWrapper: boolean): Scope {
  const variables = new Map<string, Variable>();
  const parameters: SyntaxNode[] = isWrapper ? [] : node.params;
  for (const each of parameters) addPattern(variables, each, { from: each.end });
  if (node.body.type === "BlockStatement") addHoisted(variables, node.body);
  return { variables, outer, function: isWrapper ? undefined : node };
}

/** The scope of a program, block, loop, `switch` or `catch`; the same scope if nothing is declared there. */
export function blockScope(node: SyntaxNode, outer: Scope | undefined): Scope {
  const variables = new Map<string, Variable>();
  if (node.type === "Program") addHoisted(variables, node);
  if (node.type === "CatchClause" && node.param) addPattern(variables, node.param, { from: node.param.end });
  for (const each of declarationsIn(node)) addDeclaration(variables, each);
  if (outer && variables.size === 0) return outer;
  return { variables, outer, function: outer?.function };
}

function declarationsIn(node: SyntaxNode): SyntaxNode[] {
  if (node.type === "SwitchStatement") return node.cases.flatMap(({ consequent }: SyntaxNode) => consequent);
  if (/^For(In|Of)?Statement$/.test(node.type)) return [node.init ?? node.left].filter(Boolean);
  return Array.isArray(node.body) ? node.body : [];
}

function addDeclaration(variables: Map<string, Variable>, statement: SyntaxNode): void {
  const node = statement.declaration ?? statement;
  if (node.type === "VariableDeclaration" && node.kind !== "var") addDeclarators(variables, node);
  if (/^(Function|Class)Declaration$/.test(node.type) && node.id)
    variables.set(node.id.name, { name: node.id.name, from: node.start, isCode: true, mayBeNumber: false });
  if (node.type === "ImportDeclaration")
    for (const { local } of node.specifiers)
      variables.set(local.name, { name: local.name, from: node.start, isCode: true, mayBeNumber: true });
}

/** `var` declarations of a function or program, wherever in it they stand. */
function addHoisted(variables: Map<string, Variable>, node: SyntaxNode): void {
  for (const [, child] of childrenOf(node)) {
    if (child.type === "VariableDeclaration" && child.kind === "var") addDeclarators(variables, child);
    if (!isFunction(child) && !/^(Class|.*Expression$)/.test(child.type)) addHoisted(variables, child);
  }
}

function addDeclarators(variables: Map<string, Variable>, { declarations, kind }: SyntaxNode): void {
  for (const { id, init, end } of declarations) {
    const isCode = init != null && isCodeValue(init);
    // A variable that can be assigned again may become a number.
    const mayBeNumber =
      !isCode && !(kind === "const" && id.type === "Identifier" && init && neverNumber.test(init.type));
    addPattern(variables, id, { from: end, isCode, mayBeNumber });
  }
}

const neverNumber = /^((Array|Object|New|Class)Expression|TemplateLiteral)$/;

/** Functions, classes, and what `require` and vite's imports return. */
function isCodeValue(init: SyntaxNode): boolean {
  if (init.type === "AwaitExpression") return isCodeValue(init.argument);
  if (init.type === "ParenthesizedExpression") return isCodeValue(init.expression);
  if (init.type === "CallExpression") return /^(require|__vi\w*|_interop\w+|__import\w+)$/.test(init.callee.name ?? "");
  return isFunction(init) || init.type === "ClassExpression" || init.type === "ImportExpression";
}

type Properties = Pick<Variable, "from"> & Partial<Variable>;

function addPattern(variables: Map<string, Variable>, pattern: SyntaxNode, properties: Properties): void {
  for (const name of namesIn(pattern)) {
    // Compilers begin the names of their own variables so.
    const isCode = name.startsWith("__");
    variables.set(name, { mayBeNumber: !isCode, ...properties, isCode: isCode || properties.isCode === true, name });
  }
}

/** The names that a pattern binds. */
function namesIn(pattern: SyntaxNode): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((each: SyntaxNode | null) => (each ? namesIn(each) : []));
    case "ObjectPattern":
      return pattern.properties.flatMap((each: SyntaxNode) => namesIn(each.value ?? each));
    default:
      return [];
  }
}
