import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../cli/culprit.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { compileJava, javaSources, noJava } from "./java-program.ts";

test("a Java program is followed from its input to its output", skippedBecause(noJava), async () => {
  const folder = newFolder();
  copyFileSync(join(javaSources, "sort", "Sort.java"), join(folder.path, "Sort.java"));
  const run = (words: string) => `java -cp ${compileJava()} Sort ${words}`;
  const { json } = await folder.culprit(
    ...["state", "--json", "--max-places", "3", "--pass", run("7 8 9"), "--fail", run("11 14")],
    ...["--", "sh", "-c", '! grep -q "Output: 0"'],
  );
  expect(json).toMatchObject({ kind: "state", verdict: "found", minimal: true });
  const variables = json.chain!.map(({ cause }) => cause[0]!.variable);
  expect(variables.at(0)).toBe("input");
  expect(variables.at(-1)).toBe("output");
  expect(variables).toContain("a[2]");
  expect(json.notes!.join()).toContain("code is not changed in Java programs");
});
