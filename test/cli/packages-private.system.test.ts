import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { newFolder } from "./culprit.ts";
import { cachesIn, upgradedProject } from "./upgraded-project.ts";

const token = "s3sam-0ffne-d1ch";
const { bin, missing } = fetchClient("pnpm@10.34.9");
const commands = { lock: "pnpm install --lockfile-only", upgrade: "pnpm update --lockfile-only" };

describe("a private registry", skippedBecause(missing), () => {
  test("the token of .npmrc is used, for the remedy too, and neither a test nor a record gets it", async () => {
    const { folder, environment } = await upgradedProject({ bin, ...commands, token });
    const check = `if grep -qs ${token.slice(0, 6)} .npmrc; then exit 9; fi; node check.js`;
    const words = ["packages", "HEAD~1", "--json", "--", "sh", "-c", check];
    const variables = { ...environment, ...cachesIn(newFolder().path) };
    const { code, json, stdout, stderr } = await folder.start(words, variables).ended;
    expect([code, json.cause], stderr).toMatchObject([0, [{ package: "leftpad" }]]);
    expect(json.notes?.join("\n")).toContain(
      '"leftpad": "1.1.2" in pnpm.overrides of package.json (installed, and the test passed)',
    );
    expect(`${stdout}${stderr}`).not.toContain(token);
    const records = readdirSync(join(folder.path, ".culprit"), { recursive: true, withFileTypes: true });
    for (const each of records)
      if (each.isFile()) expect(readFileSync(join(each.parentPath, each.name), "latin1")).not.toContain(token);
  });
});
