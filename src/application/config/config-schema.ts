import type { CommandHelp, Option } from "../words.ts";
import { sharedOptions, takesSettings } from "./defaults.ts";

/** The JSON schema of a project's settings, made from the options that there are. */
export function configSchema(commands: readonly CommandHelp[]): object {
  const all = commands.flatMap(({ options }) => options);
  const shared = sharedOptions.map((name) => all.find((option) => option.name === name)!);
  const sections = commands.filter(takesSettings).map((command) => [
    command.name,
    {
      description: `For culprit ${command.name}: ${command.about}.`,
      type: "object",
      properties: propertiesOf(command.options.filter(({ name }) => name !== "help")),
      additionalProperties: false,
    },
  ]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: 'Settings of culprit, in culprit.config.json or under "culprit" in package.json',
    type: "object",
    properties: {
      $schema: { type: "string" },
      test: {
        description: "The test, for commands that take one and are called without: a command, or its words.",
        oneOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 1 }],
      },
      ...propertiesOf(shared),
      ...Object.fromEntries(sections),
    },
    additionalProperties: false,
  };
}

function propertiesOf(options: readonly Option[]): Readonly<Record<string, object>> {
  return Object.fromEntries(options.map((option) => [option.name, { description: option.about, ...typeOf(option) }]));
}

function typeOf({ value, multiple }: Option): object {
  if (value === undefined) return { type: "boolean" };
  const one = [{ type: "string" }, { type: "number" }];
  const isList = multiple || value.endsWith(",…");
  return { anyOf: isList ? [...one, { type: "array", items: { type: "string" } }] : one };
}
