import { fromJsonSchema } from "@modelcontextprotocol/server";
import type { Arguments, Tool } from "./tool.ts";

type InputSchema = ReturnType<typeof fromJsonSchema<Arguments>>;
type ShapeOfArguments = Pick<Tool, "name" | "properties" | "required">;

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

/** The mistakes for which the schema's own message does not say what to change. */
function mistakeIn(given: unknown, { name, properties }: ShapeOfArguments): string | undefined {
  const known = Object.keys(properties);
  for (const [argument, value] of Object.entries(given ?? {})) {
    if (!known.includes(argument)) return `there is no ${argument}. ${name} takes ${known.join(", ")}.`;
    const { enum: allowed } = properties[argument] as { readonly enum?: readonly unknown[] };
    if (allowed && !allowed.includes(value)) return `${argument} is one of ${allowed.join(", ")}.`;
  }
  return undefined;
}
