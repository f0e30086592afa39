import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import type { PrintedFinding } from "../../src/cli/output/printed-finding.ts";

const path = new URL("../../schema/finding.json", import.meta.url);

let validator: ValidateFunction | undefined;

/** Throws if a finding is not what its schema says, or has fields that the schema does not know. */
export function checkFinding(finding: unknown): asserts finding is PrintedFinding {
  validator ??= new Ajv({ allErrors: true, allowUnionTypes: true }).compile(closed(readSchema()));
  if (validator(finding)) return;
  const { kind } = finding as { kind: string };
  // The errors of the other kinds of finding say nothing.
  const errors = validator.errors!.filter(({ params }) => !("allowedValue" in params));
  throw new Error(`A finding of ${kind} is not as its schema says: ${JSON.stringify(errors.slice(0, 20), null, 1)}`);
}

export function readSchema(): object {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The schema of this version alone: nothing may be added. A finding inside of another one may be of any kind. */
function closed(schema: object, name = ""): object {
  const entries = Object.entries(schema).map(([key, value]) => [key, isNested(value) ? closed(value, key) : value]);
  if (Array.isArray(schema)) return entries.map(([, value]) => value);
  const isObject = "type" in schema && schema.type === "object" && "properties" in schema;
  return {
    ...Object.fromEntries(entries),
    ...(isObject && !open.includes(name) ? { additionalProperties: false } : {}),
  };
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const open = ["Finding", "PairFinding"];
