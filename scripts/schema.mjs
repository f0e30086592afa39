// Makes schema/finding.json, the JSON schema of what --json prints, from the TypeScript types. test/cli/schema.test.ts checks that
// the file is up to date.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";

const root = join(import.meta.dirname, "..");
export const schemaPath = join(root, "schema/finding.json");

/** The text of the file. */
export function makeSchema() {
  const generator = createGenerator({
    path: join(root, "src/cli/output/printed-finding.ts"),
    tsconfig: join(root, "tsconfig.json"),
    type: "PrintedFinding",
    // Fields may be added by a later version.
    additionalProperties: true,
    topRef: false,
    // The types are checked by the project's own compiler, which is newer.
    skipTypeCheck: true,
  });
  const title = "A finding of culprit, as --json prints it";
  return `${JSON.stringify({ title, ...generator.createSchema("PrintedFinding") }, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(dirname(schemaPath), { recursive: true });
  writeFileSync(schemaPath, makeSchema());
}
