import { type Context, stepText } from "./step-code.ts";
import { type Any, isElement, isPlainUpdate, openingBracket } from "./syntax-nodes.ts";

/**
 * `a[i]++` reads and writes, and something may come between. Where only names are involved and nobody asks for the value it becomes
 * an assignment; otherwise a function does it.
 */
export function update(node: Any, context: Context): "done" | undefined {
  const { argument } = node;
  if (!isElement(argument) || argument.object.type === "Super") return undefined;
  const [read, write] = ["reads", "writes"].map((verb) => `${verb} ${context.places.of(argument)}`) as [string, string];
  if (isPlainUpdate(node, context.parent)) plainUpdate(node, context, read, write);
  else calledUpdate(node, context, read, write);
  return "done";
}

function plainUpdate(node: Any, context: Context, read: string, write: string): void {
  const { source, edits, leaf } = context;
  const [object, key] = [node.argument.object, node.argument.property].map(({ start, end }) =>
    source.slice(start, end),
  );
  const old = `${object}[(${stepText(read, context)},${key})]`;
  const one = node.operator === "++" ? "i" : "d";
  const now = leaf
    ? `($culpritT=${old},$culpritT${node.operator},${stepText(write, context)},$culpritT)`
    : `$culprit.r(${JSON.stringify(write)},$culprit.${one}(${old}))`;
  edits.replace(node.start, node.end, ` ${object}[${key}]=${now}`);
}

function calledUpdate(node: Any, context: Context, read: string, write: string): void {
  const { argument, operator, prefix } = node;
  const { edits, source } = context;
  const inner = { ...context, parent: argument };
  edits.replace(node.start, argument.start, ` $culprit.${context.strict ? "u" : "v"}(`);
  context.visit(argument.object, inner);
  const bracket = openingBracket(source, argument.object.end);
  edits.replace(bracket, bracket + 1, ",(");
  context.visit(argument.property, inner);
  const how = `${JSON.stringify(read)},${JSON.stringify(write)},${operator === "++"},${prefix}`;
  edits.replace(argument.end - 1, node.end, `),${how})`);
}
