import type { SyntaxNode } from "../../shared/syntax-tree.ts";

/**
 * What the value of an expression is for. `condition`: it decides what runs next. `operand`: the same, of `&&` and `||`. `assigned`,
 * `returned`, `passed` and `value`: it is used as it is. `object`, `callee`: something of it is used. `target`: it is written, not
 * read. `none`: it is not a value at all.
 */
export type Role =
  | "condition"
  | "operand"
  | "assigned"
  | "returned"
  | "passed"
  | "value"
  | "object"
  | "callee"
  | "iterable"
  | "spread"
  | "unused"
  | "target"
  | "none";

export function roleOf(parent: SyntaxNode, member: string): Role {
  const role = roles[parent.type]?.[member];
  if (typeof role === "function") return role(parent);
  return role ?? "value";
}

type RoleTable = Readonly<Record<string, Readonly<Record<string, Role | ((parent: SyntaxNode) => Role)>>>>;

const whenComputed = ({ computed }: SyntaxNode): Role => (computed ? "value" : "none");
const ofUnary = ({ operator }: SyntaxNode): Role => (/^(typeof|delete|void)$/.test(operator) ? "none" : "value");
const ofLogical = ({ operator }: SyntaxNode): Role => (operator === "??" ? "value" : "operand");
const functionRoles = { id: "none", params: "target", body: "returned" } as const;

const roles: RoleTable = {
  IfStatement: { test: "condition" },
  WhileStatement: { test: "condition" },
  DoWhileStatement: { test: "condition" },
  ForStatement: { init: "unused", test: "condition", update: "unused" },
  ForOfStatement: { left: "target", right: ({ await: isAsync }) => (isAsync ? "value" : "iterable") },
  ForInStatement: { left: "target" },
  ConditionalExpression: { test: "condition" },
  LogicalExpression: { left: ofLogical, right: ofLogical },
  ExpressionStatement: { expression: "unused" },
  VariableDeclarator: { id: "target", init: "assigned" },
  AssignmentExpression: { left: "target", right: "assigned" },
  AssignmentPattern: { left: "target", right: "assigned" },
  PropertyDefinition: { key: whenComputed, value: "assigned" },
  MethodDefinition: { key: whenComputed },
  Property: { key: whenComputed },
  UpdateExpression: { argument: "target" },
  UnaryExpression: { argument: ofUnary },
  ReturnStatement: { argument: "returned" },
  ArrowFunctionExpression: functionRoles,
  FunctionExpression: functionRoles,
  FunctionDeclaration: functionRoles,
  ClassExpression: { id: "none", superClass: "none" },
  ClassDeclaration: { id: "none", superClass: "none" },
  CatchClause: { param: "target" },
  CallExpression: { callee: "callee", arguments: "passed" },
  NewExpression: { callee: "callee", arguments: "passed" },
  TaggedTemplateExpression: { tag: "callee" },
  MemberExpression: { object: "object", property: whenComputed },
  ChainExpression: { expression: "none" },
  SpreadElement: { argument: "spread" },
  LabeledStatement: { label: "none" },
  BreakStatement: { label: "none" },
  ContinueStatement: { label: "none" },
  MetaProperty: { meta: "none", property: "none" },
  ImportDeclaration: { specifiers: "none", source: "none", attributes: "none" },
  ExportNamedDeclaration: { specifiers: "none", source: "none", attributes: "none" },
  ExportAllDeclaration: { exported: "none", source: "none", attributes: "none" },
};

/** Whether the value itself is used, so that another value can stand in its place. */
export function isValue(role: Role): boolean {
  return /^(value|assigned|returned|passed|operand)$/.test(role);
}

/** Whether the expression is evaluated only sometimes when the one around it is. */
export function isConditional({ type, operator }: SyntaxNode, member: string): boolean {
  if (type === "ConditionalExpression") return member !== "test";
  if (type === "AssignmentExpression") return member === "right" && /^(&&|\|\||\?\?)=$/.test(operator);
  return (
    (type === "LogicalExpression" && member === "right") ||
    (type === "AssignmentPattern" && member === "right") ||
    (type === "PropertyDefinition" && member === "value") ||
    (type === "ArrowFunctionExpression" && member === "body")
  );
}
