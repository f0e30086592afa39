import { expect, test } from "vitest";
import type { PackagesFinding } from "../../../../src/causes/packages/finding.ts";
import { markdownBlocks } from "../../../../src/causes/packages/presentation/markdown-blocks.ts";

const upgrade = (name: string, rest: string) => ({ text: `${name}${rest}`, package: name, old: "1.0.0", new: "2.0.0" });
const inside = (name: string, line: string) => ({
  packages: [name],
  deltas: { total: 5, cause: 1 },
  minimal: true,
  cause: [{ file: `node_modules/${name}/index.js`, line: 4, old: "old line\n", new: line, text: line }],
});
const blocks = (finding: Partial<PackagesFinding>) =>
  markdownBlocks({ cause: [], causes: [], ...finding } as PackagesFinding);

test("each culprit has an entry with its chain, and its own lines as a diff", () => {
  const needed = ["a", "@b/b", "c", "d", "e"].map((name) => ({ ...upgrade(name, " added"), context: true as const }));
  expect(
    blocks({
      cause: [upgrade("pad", " 1.0.0 → 2.0.0, brought by web 2.0.0 (app › web › pad)"), ...needed],
      causes: [[upgrade("dates", " 1.0.0 → 2.0.0 (app › dates)")]],
      furtherDeeper: [inside("dates", "new line\n")],
    }),
  ).toEqual([
    "- `pad` 1.0.0 → 2.0.0, brought by web 2.0.0 (app › web › pad)\n" +
      "- needed by the others: `a 2.0.0`, `@b/b 2.0.0`, `c 2.0.0` and 2 more",
    "- `dates` 1.0.0 → 2.0.0 (app › dates)",
    "```diff\n@@ node_modules/dates/index.js:4 @@\n- old line\n+ new line\n```",
    "1 of 5 changes in dates; confirmed, and proved minimal.",
  ]);
});

test("names are shown as they are and notify nobody, and no line ends its diff", () => {
  const [entry, diff] = blocks({
    cause: [upgrade("@ui/core", " 1.0.0 → 2.0.0 (app › *b* › @ui/core)")],
    deeper: inside("@ui/core", "``` <b>\n"),
  });
  expect(entry).toBe("- `@ui/core` 1.0.0 → 2.0.0 (app › \\*b\\* › @\u200bui/core)");
  expect(diff).toMatch(/^````diff\n.*\n\+ ``` <b>\n````$/s);
});

test("of the many that an early stop leaves, some are named", () => {
  const cause = Array.from({ length: 1022 }, (_, i) => upgrade(`p${i}`, " 1.0.0 → 2.0.0"));
  const [list, ...more] = blocks({ cause });
  expect(more).toEqual([]);
  expect(list!.split("\n").slice(-2)).toEqual(["- `p19` 1.0.0 → 2.0.0", "- … and 1,002 more"]);
});

test("only a patch with which the test was seen to pass is to be applied", () => {
  const patch = { name: "goodPatch", file: "a b.patch", base: "NEW" } as const;
  expect(blocks({ patches: [{ ...patch, effect: "passes" }] })).toEqual([
    "To keep the other upgrades: `git apply 'a b.patch'`",
  ]);
  expect(blocks({ patches: [{ ...patch, effect: "not confirmed" }] })).toEqual([]);
  expect(blocks({ patches: [{ ...patch, name: "cause", effect: "fails" }] })).toEqual([]);
});
