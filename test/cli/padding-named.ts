import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Ended } from "./culprit.ts";

/** Of the two lines in which versions 1.0 and 2.0 of `pad` differ, one breaks the test; the patches are for what is in site-packages. */
export function expectPaddingNamed({ deeper, patches, files }: Ended["json"]): void {
  expect(deeper).toMatchObject({ packages: ["pad"], deltas: { total: 2, cause: 1 }, minimal: true });
  expect(deeper?.cause).toMatchObject([{ file: "site-packages/pad/__init__.py", line: 2 }]);
  expect(patches).toMatchObject([
    { name: "goodPatch" },
    { name: "cause", base: expect.stringMatching(/^pad 1.0(?: with \d other upgrades?)?$/), effect: "fails" },
    { name: "fix", base: "pad 2.0", effect: "passes" },
  ]);
  expect(readFileSync(files.fix!, "utf8")).toMatch(
    /^diff --git a\/pad\/__init__.py .*\n year = 2024\n-.*ljust.*\n\+.*rjust/ms,
  );
}
