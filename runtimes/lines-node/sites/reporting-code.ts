/** Code that only reports a failure: assertions, and what throws or exits. */
import type { SyntaxNode } from "../../shared/syntax-tree.ts";

/** Names that the file imports from an assertion library, so that `strictEqual(…)` is known as an assertion. */
export function importedAssertions(program: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { type, source, specifiers, declarations } of program.body as SyntaxNode[]) {
    if (type === "ImportDeclaration" && assertionModule.test(source.value))
      for (const { local } of specifiers) names.add(local.name);
    for (const { id, init } of (declarations ?? []) as SyntaxNode[])
      if (id.type === "ObjectPattern" && assertionModule.test(requiredModule(init)))
        for (const { value } of id.properties) if (value?.name) names.add(value.name);
  }
  return names;
}

const assertionModule = /^((node:)?assert(\/strict)?|chai|expect)$/;

function requiredModule(init: SyntaxNode | null): string {
  return init?.type === "CallExpression" && init.callee.name === "require" ? String(init.arguments[0]?.value) : "";
}

/** `assert(…)`, `assert.equal(…)`, `expect(…).toBe(…)`, `console.assert(…)`, and what compilers make of them. */
export function isAssertion(node: SyntaxNode, imported: ReadonlySet<string> = new Set()): boolean {
  const inner = withoutWrapping(node);
  if (inner.type !== "CallExpression") return false;
  const names = namesIn(inner.callee);
  if (names[0] === "console") return names[1] === "assert";
  return imported.has(names[0] ?? "") || names.some((name) => assertionName.test(name));
}

// `_assert`, `node_assert_1` and `assert2` are what compilers call `assert`.
const assertionName = /^_*(node_?)?(assert|expect)(_?strict)?(_?\d+)?$/i;

/** The names along a chain of members and calls, from the left: `expect`, `not`, `toBe` of `expect(x).not.toBe`. */
function namesIn(node: SyntaxNode): string[] {
  const inner = withoutWrapping(node);
  if (inner.type === "Identifier") return [inner.name];
  if (inner.type === "CallExpression") return namesIn(inner.callee);
  if (inner.type !== "MemberExpression") return [];
  return [...namesIn(inner.object), ...(inner.computed ? [] : [inner.property.name])];
}

/** `f` of `(0, f)`, `await f` and `a?.f`. */
function withoutWrapping(node: SyntaxNode): SyntaxNode {
  if (node.type === "SequenceExpression") return withoutWrapping(node.expressions.at(-1));
  if (/^(Parenthesized|Chain)Expression$/.test(node.type)) return withoutWrapping(node.expression);
  return node.type === "AwaitExpression" ? withoutWrapping(node.argument) : node;
}

/** Whether a statement does nothing but throw, exit or fail an assertion, perhaps after printing. */
export function onlyFails(statement: SyntaxNode | null | undefined): boolean {
  if (!statement) return false;
  const statements: readonly SyntaxNode[] = statement.type === "BlockStatement" ? statement.body : [statement];
  return statements.some(fails) && statements.every((each) => fails(each) || prints(each));
}

function fails({ type, expression }: SyntaxNode): boolean {
  return type === "ThrowStatement" || (type === "ExpressionStatement" && isFailure(expression));
}

/** An expression that ends the program, or fails. */
export function isFailure(expression: SyntaxNode): boolean {
  const inner = withoutWrapping(expression);
  if (inner.type !== "CallExpression") return false;
  const names = namesIn(inner.callee).join(".");
  return /^process\.(exit|abort)$/.test(names) || isAssertion(inner);
}

function prints({ type, expression }: SyntaxNode): boolean {
  if (type !== "ExpressionStatement" || expression.type !== "CallExpression") return false;
  return /^(console\.\w+|process\.(stderr|stdout)\.write)$/.test(namesIn(expression.callee).join("."));
}
