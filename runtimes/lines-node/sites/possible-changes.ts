/** What can be changed at a site. The order is that in which the changes are worth trying. */
import type { PossibleChange } from "../../protocol/lines.ts";
import type { SyntaxNode } from "../../shared/syntax-tree.ts";
import { callIn } from "./describe-site.ts";
import { repeatedCode, shownText } from "./one-line.ts";
import { isArithmetic, isOrdered, otherOperators } from "./operators.ts";
import { isValue } from "./roles.ts";
import { otherVariables, resolve } from "./scopes.ts";
import type { CodeSite } from "./visit-sites.ts";

export function possibleChanges(site: CodeSite, source: string): PossibleChange[] {
  if (site.what === "statement") return [{ id: "skip", kind: "skip" }];
  // A chain ends early as a whole, so that only what is inside its brackets can be changed.
  if (site.inChain) return exchanges(site.node, source);
  return [
    ...switches(site),
    ...operators(site, source),
    ...numbers(site, source),
    ...variables(site),
    ...exchanges(callIn(site.node), source),
    ...firstArgument(site, source),
    ...rounds(site, source),
  ];
}

function switches({ node, role }: CodeSite): PossibleChange[] {
  const all: readonly PossibleChange[] = ["true", "false", "not"].map((id) => ({ id, kind: "switch" }));
  const negated = all.slice(2);
  if (typeof node.value === "boolean") return negated;
  if (role === "condition" || role === "operand") return [...all];
  return isValue(role) && node.type === "UnaryExpression" && node.operator === "!" ? negated : [];
}

function operators({ node }: CodeSite, source: string): PossibleChange[] {
  switch (node.type) {
    case "BinaryExpression":
      return node.left.type === "PrivateIdentifier" ? [] : binaryOperators(node, source);
    case "LogicalExpression":
      return repeatedCode(source, node) ? replacements(node, source) : [];
    case "UpdateExpression":
      return repeatedCode(source, node) ? updateOperator(node, source) : [];
    case "AssignmentExpression":
      return repeatedCode(source, node) ? assignmentOperators(node, source) : [];
    case "UnaryExpression": {
      if (!/^[-~]$/.test(node.operator) || !repeatedCode(source, node)) return [];
      return [{ id: "operand", kind: "operand", text: shownText(source, node.argument) }];
    }
    default:
      return [];
  }
}

function binaryOperators(node: SyntaxNode, source: string): PossibleChange[] {
  const [left, right] = [shownText(source, node.left), shownText(source, node.right)];
  const changes = replacements(node, source);
  if (isArithmetic(node.operator))
    changes.push({ id: "left", kind: "operand", text: left }, { id: "right", kind: "operand", text: right });
  if (isOrdered(node.operator))
    changes.push({ id: "swap", kind: "operand", text: `${right} ${node.operator} ${left}` });
  return changes;
}

function replacements({ left, right, operator }: SyntaxNode, source: string): PossibleChange[] {
  return otherOperators(operator).map((other) => ({
    id: `operator:${other}`,
    kind: "operator",
    text: `${shownText(source, left)} ${other} ${shownText(source, right)}`,
  }));
}

function updateOperator({ operator, argument, prefix }: SyntaxNode, source: string): PossibleChange[] {
  const name = shownText(source, argument);
  const [other] = otherOperators(operator);
  return [{ id: `operator:${other}`, kind: "operator", text: prefix ? other + name : name + other }];
}

function assignmentOperators({ operator, left, right }: SyntaxNode, source: string): PossibleChange[] {
  const binary = operator.slice(0, -1);
  if (binary === "") return [];
  const text = (other: string) => `${shownText(source, left)} ${other}= ${shownText(source, right)}`;
  const others = isArithmetic(binary) ? otherOperators(binary) : [];
  return [
    ...others.map((other): PossibleChange => ({ id: `operator:${other}=`, kind: "operator", text: text(other) })),
    { id: "right", kind: "operand", text: text("") },
  ];
}

/** Whether the value can be a number, as far as the source shows. */
export function mayBeNumber({ node, role, scope, inChain }: CodeSite): boolean {
  if (!isValue(role) || inChain) return false;
  switch (node.type) {
    case "Literal":
      return typeof node.value === "number" || typeof node.value === "bigint";
    case "Identifier":
      return resolve(scope, node.name)?.mayBeNumber === true;
    case "CallExpression":
      return node.callee.type !== "Super" && node.callee.name !== "require" && !node.callee.name?.startsWith("__vi");
    case "MemberExpression":
    case "ChainExpression":
      return true;
    default:
      return false;
  }
}

function numbers(site: CodeSite, source: string): PossibleChange[] {
  if (!mayBeNumber(site)) return [];
  const { value } = site.node;
  const text = (step: 1 | -1) => {
    if (typeof value === "number") return String(value + step);
    if (typeof value === "bigint") return `${value + BigInt(step)}n`;
    return `${shownText(source, site.node)} ${step === 1 ? "+" : "-"} 1`;
  };
  return [
    { id: "+1", kind: "number", text: text(1) },
    { id: "-1", kind: "number", text: text(-1) },
  ];
}

function variables({ node, role, scope }: CodeSite): PossibleChange[] {
  if (node.type !== "Identifier" || role === "callee" || resolve(scope, node.name)?.isCode !== false) return [];
  const others = otherVariables(scope, node.name, node.start);
  return others.map((name) => ({ id: `variable:${name}`, kind: "variable", text: name }));
}

/** Neighbouring arguments exchanged. Behind a spread their numbers are not known. */
function exchanges(node: SyntaxNode, source: string): PossibleChange[] {
  if (!/^(Call|New)Expression$/.test(node.type)) return [];
  const values: readonly SyntaxNode[] = node.arguments;
  const spread = values.findIndex(({ type }) => type === "SpreadElement");
  const count = spread === -1 ? values.length : spread;
  const texts = values.map((each) => shownText(source, each));
  return Array.from({ length: Math.max(0, count - 1) }, (_, i) => {
    const exchanged = texts.with(i, texts[i + 1]!).with(i + 1, texts[i]!);
    const callee = shownText(source, { start: node.start, end: node.callee.end });
    return { id: `exchange:${i}`, kind: "arguments", text: `${callee}(${exchanged.join(", ")})` };
  });
}

function firstArgument({ node, role }: CodeSite, source: string): PossibleChange[] {
  const first: SyntaxNode | undefined = node.type === "CallExpression" ? node.arguments[0] : undefined;
  if (!first || first.type === "SpreadElement" || role === "unused" || role === "callee") return [];
  if (node.callee.type === "Super" || node.callee.name === "require" || repeatedCode(source, first) === undefined)
    return [];
  return [{ id: "argument:0", kind: "arguments", text: shownText(source, first) }];
}

function rounds({ node, role }: CodeSite, source: string): PossibleChange[] {
  if (role !== "iterable") return [];
  const text = shownText(source, node);
  return [
    { id: "without-first", kind: "loop", text: `${text} without the first` },
    { id: "without-last", kind: "loop", text: `${text} without the last` },
  ];
}
