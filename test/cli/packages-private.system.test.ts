import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { newFolder } from "./culprit.ts";
import { cachesIn, upgradedProject } from "./upgraded-project.ts";

const token = "s3sam-0ffne-d1ch";

const clients = {
  npm: {
    ...{ bin: "", missing: undefined, lock: "npm install --silent", upgrade: "npm update --silent" },
    remedy: '"overrides": { "leftpad": "1.1.2" } in package.json. After npm install with it, the test passed.',
  },
  "pnpm 10": {
    ...fetchClient("pnpm@10.34.9"),
    ...{ lock: "pnpm install --silent", upgrade: "pnpm update --silent" },
    remedy: '"leftpad": "1.1.2" in pnpm.overrides of package.json (installed, and the test passed)',
  },
};

describe.each(Object.entries(clients))("a private registry, with %s", (_, { bin, missing, remedy, ...client }) => {
  test("the token of .npmrc is used, for the remedy too, and is in no record", skippedBecause(missing), async () => {
    const { folder, environment } = await upgradedProject({ bin, ...client, token });
    // npm itself does not run in a candidate, and a test of its packages sees all files of the user's folder.
    const isSeen = bin === "" ? "false" : `grep -qs ${token.slice(0, 6)} .npmrc`;
    const check = `if ${isSeen}; then exit 9; fi; node check.js`;
    const words = ["packages", "HEAD~1", "--json", "--", "sh", "-c", check];
    const { code, json, stdout, stderr } = await folder.start(words, { ...environment, ...cachesIn(newFolder().path) })
      .ended;
    expect([code, json.cause], stderr).toMatchObject([0, [{ package: "leftpad" }]]);
    expect(json.notes?.join("\n")).toContain(remedy);
    expect(`${stdout}${stderr}`).not.toContain(token);
    const runs = join(folder.path, ".culprit");
    for (const path of readdirSync(runs, { recursive: true, withFileTypes: true }))
      if (path.isFile()) expect(readFileSync(join(path.parentPath, path.name), "latin1")).not.toContain(token);
  });
});
