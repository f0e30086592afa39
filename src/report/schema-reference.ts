import type { Finding } from "../core/finding.ts";

/** Raised when a field changes its meaning. Fields that are added leave it as it is. */
const schemaVersion = 1;

/** Where the schema of a finding is described. */
export interface SchemaReference {
  readonly $schema: string;
  readonly schemaVersion: typeof schemaVersion;
}

/** A finding that says which schema it has, in this version of culprit. */
export function withSchema<F extends Finding>(finding: F, version: string): SchemaReference & F {
  return { $schema: `https://unpkg.com/culprit@${version}/schema/finding.json`, schemaVersion, ...finding };
}
