import { type Context, stepExpression } from "./step-code.ts";
import { type Any, isElement, isSimpleIncrement, openingBracket } from "./syntax-nodes.ts";

/** The places of the two steps of an increment. */
interface IncrementPlaces {
  readonly read: string;
  readonly write: string;
}

/**
 * Adds steps to `a[i]++`, which reads and writes: another thread may run between. A simple one becomes an assignment; for any other
 * one a function does it.
 */
export function addIncrementSteps(node: Any, context: Context): "done" | undefined {
  const { argument } = node;
  if (!isElement(argument) || argument.object.type === "Super") return undefined;
  const place = context.places.ofExpression(argument);
  const places = { read: `reads ${place}`, write: `writes ${place}` };
  if (isSimpleIncrement(node, context.parent)) replaceByAssignment(node, context, places);
  else replaceByCall(node, context, places);
  return "done";
}

function replaceByAssignment(node: Any, context: Context, { read, write }: IncrementPlaces): void {
  const { source, edits, inLeafLoop } = context;
  const [object, key] = [node.argument.object, node.argument.property].map(({ start, end }) =>
    source.slice(start, end),
  );
  const oldValue = `${object}[(${stepExpression(read, context)},${key})]`;
  const change = node.operator === "++" ? "i" : "d";
  const newValue = inLeafLoop
    ? `($culpritT=${oldValue},$culpritT${node.operator},${stepExpression(write, context)},$culpritT)`
    : `$culprit.r(${JSON.stringify(write)},$culprit.${change}(${oldValue}))`;
  edits.replace(node.start, node.end, ` ${object}[${key}]=${newValue}`);
}

function replaceByCall(node: Any, context: Context, { read, write }: IncrementPlaces): void {
  const { argument, operator, prefix } = node;
  const { edits, source } = context;
  const inner = { ...context, parent: argument };
  edits.replace(node.start, argument.start, ` $culprit.${context.strict ? "u" : "v"}(`);
  context.visit(argument.object, inner);
  const bracket = openingBracket(source, argument.object.end);
  edits.replace(bracket, bracket + 1, ",(");
  context.visit(argument.property, inner);
  const rest = `${JSON.stringify(read)},${JSON.stringify(write)},${operator === "++"},${prefix}`;
  edits.replace(argument.end - 1, node.end, `),${rest})`);
}
