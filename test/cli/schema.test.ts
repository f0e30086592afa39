import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { printedFinding } from "../../src/cli/output/printed-finding.ts";
import { version } from "../../src/cli/version.ts";
import type { Finding } from "../../src/core/finding.ts";
import { checkFinding, readSchema } from "./finding-schema.ts";

interface SchemaScript {
  makeSchema(): string;
  readonly schemaPath: string;
}

const finding: Finding = {
  kind: "changes",
  verdict: "found",
  goal: "isolate",
  search: "dd",
  tests: { needed: 3, run: 5, cached: 0, pass: 1, fail: 2, unresolved: 0 },
  deltas: { total: 4, cause: 1 },
  minimal: true,
  by: "changes",
  cause: [{ file: "shop.js", line: 2, old: "a", new: "b" }],
  causes: [],
  files: {},
  run: "20261115-091233",
  seconds: 1.5,
  assumptions: [],
  stages: [],
};

test("schema/finding.json is made from the types: node scripts/schema.mjs rewrites it", async () => {
  const script = new URL("../../scripts/schema.mjs", import.meta.url).href;
  const { makeSchema, schemaPath }: SchemaScript = await import(script);
  expect(readFileSync(schemaPath, "utf8")).toBe(makeSchema());
});

test("a printed finding names the schema, of this version of culprit, and validates", () => {
  const printed = printedFinding(finding);
  expect(printed.$schema).toContain(`@${version}/schema/finding.json`);
  expect(printed.schemaVersion).toBe(1);
  checkFinding(printed);
});

test("a later version may add fields, and may leave none out", () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(readSchema());
  expect(validate({ ...printedFinding(finding), later: 1 })).toBe(true);
  const { verdict: _, ...without } = printedFinding(finding);
  expect(validate(without)).toBe(false);
});

test("a field that the types do not have is noticed by the tests of the commands", () => {
  expect(() => checkFinding({ ...printedFinding(finding), unknown: 1 })).toThrow("A finding of changes");
});
