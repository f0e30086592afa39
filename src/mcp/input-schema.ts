import { fromJsonSchema } from "@modelcontextprotocol/server";
import { wordsOfLine } from "../trial/command/shell-words.ts";
import type { Arguments, Tool } from "./tool.ts";

type InputSchema = ReturnType<typeof fromJsonSchema<Arguments>>;
type ShapeOfArguments = Pick<Tool, "name" | "properties" | "required">;

/** The part of JSON Schema that the arguments of our tools need. */
interface ArgumentSchema {
  readonly type: "string" | "array" | "number" | "integer";
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a tool's arguments are checked against. */
export function inputSchemaOf(tool: ShapeOfArguments): InputSchema {
  const { properties, required = [] } = tool;
  const schema = { type: "object", properties, required, additionalProperties: false };
  const { "~standard": standard } = fromJsonSchema<Arguments>(schema as Parameters<typeof fromJsonSchema>[0]);
  const validate: typeof standard.validate = (given) => {
    const message = mistakeIn(given, tool);
    return message === undefined ? standard.validate(given) : { issues: [{ message }] };
  };
  return { "~standard": { ...standard, validate } };
}

/** What to change: the schema's own messages only say which rule was broken. */
function mistakeIn(given: unknown, { name, properties, required = [] }: ShapeOfArguments): string | undefined {
  const known = Object.keys(properties);
  const schemaOf = (argument: string) => properties[argument] as ArgumentSchema;
  for (const [argument, value] of Object.entries(given ?? {})) {
    if (!known.includes(argument)) return `there is no ${argument}. ${name} takes ${known.join(", ")}.`;
    const expected = expectation(value, schemaOf(argument));
    if (expected !== undefined) return `${argument} is ${expected}.`;
  }
  const missing = required.find((argument) => !Object.hasOwn(given ?? {}, argument));
  if (missing === undefined) return undefined;
  const { enum: allowed, description = "" } = schemaOf(missing);
  return `${missing} is missing. ${allowed ? `It is one of ${allowed.join(", ")}.` : description}`;
}

/** What a value should be, if it is something else. */
function expectation(value: unknown, schema: ArgumentSchema): string | undefined {
  const { type, enum: allowed, minItems = 0, minimum = -Infinity, maximum = Infinity } = schema;
  if (allowed) return allowed.includes(value) ? undefined : `one of ${allowed.join(", ")}`;
  switch (type) {
    case "array":
      return isListOfWords(value, minItems) ? undefined : wordsText(value, minItems);
    case "string":
      return typeof value === "string" ? undefined : "a text";
    default: {
      const isNumber = type === "integer" ? Number.isInteger(value) : typeof value === "number";
      return isNumber && Number(value) >= minimum && Number(value) <= maximum ? undefined : rangeText(schema);
    }
  }
}

function isListOfWords(value: unknown, least: number): boolean {
  return Array.isArray(value) && value.length >= least && value.every((word) => typeof word === "string");
}

/** A text has the words that were meant. */
function wordsText(value: unknown, least: number): string {
  const words = typeof value === "string" ? (wordsOfLine(value) ?? []) : [];
  if (words.length > 0) return `a list of words, as in ${JSON.stringify(words)}`;
  return least > 0 ? 'a list of words, such as ["npm","test"]' : "a list of words, each of them a text";
}

function rangeText({ type, minimum, maximum }: ArgumentSchema): string {
  const what = type === "integer" ? "an integer" : "a number";
  if (maximum === undefined) return minimum === undefined ? what : `${what} of at least ${minimum}`;
  return minimum === undefined ? `${what} of at most ${maximum}` : `${what} from ${minimum} to ${maximum}`;
}
