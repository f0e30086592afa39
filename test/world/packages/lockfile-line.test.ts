import { describe, expect, test } from "vitest";
import { lockfileLine } from "../../../src/world/packages/lockfile-line.ts";

/** The lines of a lockfile around a package `ms`, of which there is an older version in another one, too. */
const lockfiles: Readonly<Record<string, readonly string[]>> = {
  npm: [
    '"": { "dependencies": { "ms": "2.0.0" } },',
    '    "node_modules/debug/node_modules/ms": {',
    '      "version": "1.9.0"',
    "    },",
    '    "node_modules/ms": {',
    '      "version": "2.0.0",',
  ],
  "yarn 1": [
    "ms-x@^2.0.0:",
    '  version "2.0.0"',
    'ms@^1.0.0, "ms@^1.9.0":',
    '  version "1.9.0"',
    "ms@^2.0.0:",
    '  version "2.0.0"',
  ],
  "yarn 4": ['"ms@npm:^1.0.0":', "  version: 1.9.0", "", "", '"ms@npm:^2.0.0":', "  version: 2.0.0"],
  pnpm: [
    "  ms@1.9.0:",
    "    resolution: {integrity: x}",
    "  '@my/ms@2.0.0':",
    "    resolution: {}",
    "  ms@2.0.0:",
    "    resolution: {}",
  ],
  bun: [
    '"debug/ms": ["ms@1.9.0", ""],',
    '"@my/ms": ["@my/ms@2.0.0", ""],',
    '"a": ["a@2.0.0"],',
    "",
    '"ms": ["ms@2.0.0", ""],',
    "",
  ],
  "Cargo, uv and Poetry": [
    "[[package]]",
    'name = "ms-core"',
    'version = "2.0.0"',
    "[[package]]",
    'name = "ms"',
    'version = "2.0.0"',
  ],
  "a list of requirements": [
    "ms-x==2.0.0",
    "xms==2.0.0",
    "ms.x==2.0.0",
    "ms==2.0.0.1",
    "ms==2.0.0 \\",
    "  --hash=sha256:0",
  ],
  "go.mod": ["require (", "\texample.com/ms v2.0.0", "\tms/v2 v2.0.0", "\tms.org v2.0.0", "\tms v2.0.0", ")"],
};

describe("the line of a package in a lockfile", () => {
  test.each(Object.entries(lockfiles))("of %s", (_, lines) => {
    const path = "node_modules/ms";
    expect(lockfileLine(lines.join("\n"), { name: "ms", path, version: "2.0.0" })).toBe(5);
  });

  test("is unknown where it has another version, or none", () => {
    const text = lockfiles["Cargo, uv and Poetry"]!.join("\n");
    expect(lockfileLine(text, { name: "ms", version: "3.0.0" })).toBeUndefined();
    expect(lockfileLine(text, { name: "ms" })).toBeUndefined();
  });
});
