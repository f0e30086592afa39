// biome-ignore lint/suspicious/noExplicitAny: syntax nodes of every type.
export type Any = any;

/** `a[i]`, but not `a["name"]`, which is never an element of a shared array. */
export function isElement(node: Any): boolean {
  if (node?.type !== "MemberExpression" || !node.computed) return false;
  return !(node.property.type === "Literal" && typeof node.property.value === "string");
}

/** Whether an expression contains no steps, so that a step before it does as well as one behind it. */
export function hasNoSteps(node: Any): boolean {
  switch (node.type) {
    case "Identifier":
    case "Literal":
    case "ThisExpression":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return true;
    case "UnaryExpression":
      return node.operator !== "delete" && hasNoSteps(node.argument);
    case "UpdateExpression":
      return node.argument.type === "Identifier";
    case "BinaryExpression":
    case "LogicalExpression":
      return hasNoSteps(node.left) && hasNoSteps(node.right);
    case "MemberExpression":
      return !node.computed && hasNoSteps(node.object);
    default:
      return false;
  }
}

/** Whether an expression can be evaluated twice. */
function isRepeatable({ type, name, left, right, value }: Any): boolean {
  if (type === "BinaryExpression") return isRepeatable(left) && isRepeatable(right);
  return (type === "Identifier" && name !== "arguments") || (type === "Literal" && typeof value === "number");
}

/** `a[i]++` whose value is not used, and whose parts are names, numbers and operators. */
export function isSimpleIncrement(node: Any, parent: Any): boolean {
  const { type, argument } = node;
  if (type !== "UpdateExpression" || !isElement(argument)) return false;
  const isUnused = parent.type === "ExpressionStatement" || (parent.type === "ForStatement" && parent.update === node);
  return (
    isUnused &&
    argument.object.type === "Identifier" &&
    isRepeatable(argument.object) &&
    isRepeatable(argument.property)
  );
}

/** Nodes that run other code, or at which a function can be left and entered again. */
const runsOtherCode =
  /Function|^Class|^(New|Yield|Await|Import|TaggedTemplate)Expression$|^For(In|Of)Statement$|^(Spread|Rest)Element$|Pattern$|^WithStatement$/;

/** A loop that, as far as can be seen, calls nothing of the program. */
export function isLeafLoop(node: Any, parent: Any): boolean {
  return (
    /^(For|While|DoWhile)Statement$/.test(node.type) && parent?.type !== "LabeledStatement" && isLeaf(node, parent)
  );
}

function isLeaf(node: Any, parent: Any): boolean {
  if (runsOtherCode.test(node.type)) return false;
  if (node.type === "CallExpression" && !isMathFunction(node.callee)) return false;
  if (node.type === "UpdateExpression" && isElement(node.argument) && !isSimpleIncrement(node, parent)) return false;
  return childrenOf(node).every((child) => isLeaf(child, node));
}

/** `Math.sqrt` */
function isMathFunction({ type, computed, object }: Any): boolean {
  return type === "MemberExpression" && !computed && object.type === "Identifier" && object.name === "Math";
}

/** Whether every iteration begins with a step anyway, so that the loop needs none of its own. */
export function beginsWithStep({ body, test }: Any): boolean {
  const first = body.type === "BlockStatement" ? body.body[0] : body;
  return [test, first?.expression, ...(first?.declarations ?? []).map(({ init }: Any) => init)].some(alwaysSteps);
}

const evaluatesAllParts = /^(Assignment|Binary|Unary|Update|Member|Call|Sequence|Parenthesized)Expression$/;

function alwaysSteps(node: Any): boolean {
  if (!node || !evaluatesAllParts.test(node.type) || node.optional) return false;
  return isElement(node) || childrenOf(node).some(alwaysSteps);
}

/** The child nodes of a node. */
export function childrenOf(node: Any): Any[] {
  const children: Any[] = [];
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (key === "value" && node.shorthand && value === node.key) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each?.type === "string") children.push(each);
  }
  return children;
}

export function isStrict({ type, body }: Any): boolean {
  if (type === "ClassDeclaration" || type === "ClassExpression") return true;
  const statements = type === "Program" ? body : body?.type === "BlockStatement" ? body.body : [];
  return /^Program$|Function/.test(type) && statements.some(({ directive }: Any) => directive === "use strict");
}

/** The offset of the bracket behind an expression that ends at `from`, perhaps inside parentheses. */
export function openingBracket(source: string, from: number): number {
  const skipped = /(?:[\s)]|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
  skipped.lastIndex = from;
  skipped.exec(source);
  return skipped.lastIndex;
}
