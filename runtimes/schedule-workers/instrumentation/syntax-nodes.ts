// biome-ignore lint/suspicious/noExplicitAny: nodes of every shape.
export type Any = any;

/** `a[i]`, where `i` is no mere name. */
export function isElement(node: Any): boolean {
  if (node?.type !== "MemberExpression" || !node.computed) return false;
  return !(node.property.type === "Literal" && typeof node.property.value === "string");
}

/** Nothing happens in it that has steps: it may as well come behind one. */
export function isQuiet(node: Any): boolean {
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

/** It can be asked twice. */
function isPure({ type, name, left, right, value }: Any): boolean {
  if (type === "BinaryExpression") return isPure(left) && isPure(right);
  return (type === "Identifier" && name !== "arguments") || (type === "Literal" && typeof value === "number");
}

/** `a[i]++` of which nobody asks for the value. */
export function isPlainUpdate({ type, argument }: Any, parent: Any): boolean {
  if (type !== "UpdateExpression" || !isElement(argument)) return false;
  const unused =
    parent.type === "ExpressionStatement" || (parent.type === "ForStatement" && parent.update.type === type);
  return unused && argument.object.type === "Identifier" && isPure(argument.object) && isPure(argument.property);
}

/** Where other code runs, or where this one may be left for a while. */
const busy =
  /Function|^Class|^(New|Yield|Await|Import|TaggedTemplate)Expression$|^For(In|Of)Statement$|^(Spread|Rest)Element$|Pattern$|^WithStatement$/;

/** A loop in which nothing of the program is called, as far as can be seen. */
export function isLeafLoop(node: Any, parent: Any): boolean {
  return (
    /^(For|While|DoWhile)Statement$/.test(node.type) && parent?.type !== "LabeledStatement" && isLeaf(node, parent)
  );
}

function isLeaf(node: Any, parent: Any): boolean {
  if (busy.test(node.type)) return false;
  if (node.type === "CallExpression" && !isCalculation(node.callee)) return false;
  if (node.type === "UpdateExpression" && isElement(node.argument) && !isPlainUpdate(node, parent)) return false;
  return partsOf(node).every((part) => isLeaf(part, node));
}

/** `Math.sqrt` */
function isCalculation({ type, computed, object }: Any): boolean {
  return type === "MemberExpression" && !computed && object.type === "Identifier" && object.name === "Math";
}

/** Every round of the loop begins with a step, so it needs none of its own. */
export function beginsWithStep({ body, test }: Any): boolean {
  const first = body.type === "BlockStatement" ? body.body[0] : body;
  return [test, first?.expression, ...(first?.declarations ?? []).map(({ init }: Any) => init)].some(surelySteps);
}

const always = /^(Assignment|Binary|Unary|Update|Member|Call|Sequence|Parenthesized)Expression$/;

function surelySteps(node: Any): boolean {
  if (!node || !always.test(node.type) || node.optional) return false;
  return isElement(node) || partsOf(node).some(surelySteps);
}

/** The nodes of which a node consists. */
export function partsOf(node: Any): Any[] {
  const parts: Any[] = [];
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (key === "value" && node.shorthand && value === node.key) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each?.type === "string") parts.push(each);
  }
  return parts;
}

export function isStrict({ type, body }: Any): boolean {
  if (type === "ClassDeclaration" || type === "ClassExpression") return true;
  const statements = type === "Program" ? body : body?.type === "BlockStatement" ? body.body : [];
  return /^Program$|Function/.test(type) && statements.some(({ directive }: Any) => directive === "use strict");
}

/** The bracket behind an expression, which may stand in parentheses. */
export function openingBracket(source: string, from: number): number {
  const skipped = /(?:[\s)]|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
  skipped.lastIndex = from;
  skipped.exec(source);
  return skipped.lastIndex;
}
