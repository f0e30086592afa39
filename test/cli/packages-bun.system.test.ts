import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";
import { expectNamedAndKept, expectOneVersionNamed, filesBut, upgradedProject } from "./upgraded-project.ts";

// The one for processors of any age.
const id = "@oven/bun-linux-x64-baseline";
const client = fetchClient(`${id}@1.4.4`, `${id}/bin`);
const commands = { lock: "bun install --silent", upgrade: "bun update --silent" };

describe("bun", skippedBecause(client.missing), () => {
  test("the upgrade is named, the others are kept, and bun installs the lockfile with them", async () => {
    await expectNamedAndKept(await upgradedProject({ bin: client.bin, ...commands }), {
      ...{ lockfile: "bun.lock", good: "bun.good.lock", forcedIn: "overrides of package.json" },
      frozen: "bun install --frozen-lockfile --offline",
    });
  });

  test("of a package in several versions, the one that breaks is named", async () => {
    await expectOneVersionNamed({ bin: client.bin, ...commands }, "bun install --frozen-lockfile --offline");
  });

  test("a workspace whose projects have packages of their own, from the cache alone", async () => {
    const { folder, environment, registry } = await upgradedProject({
      ...{ bin: client.bin, lock: "bun install --silent", upgrade: "bun update --silent --recursive" },
      ...{ workspaces: ["web"], compiled: true, manifest: { trustedDependencies: ["leftpad"] } },
      files: () => ({
        "web/package.json": JSON.stringify({ name: "web", version: "1.0.0", dependencies: { dates: "^3.0.0" } }),
        "check.js": 'require("./web/own.js");\nif (require("table")("ab") !== "  ab|") throw new Error("no row");\n',
        "web/own.js": 'require("dates");\n',
      }),
    });
    await registry.close();
    const before = filesBut(folder);
    const words = ["packages", "HEAD~1", "--json", "--", "node", "check.js"];
    const { code, json, stderr } = await folder.start(words, environment).ended;
    expect([code, json.cause], stderr).toEqual([0, [expect.objectContaining({ package: "leftpad" })]]);
    expect(filesBut(folder)).toEqual(before);
  });

  test("culprit changes tells the packages from the files", async () => {
    const { folder, environment } = await upgradedProject({ bin: client.bin, ...commands });
    const project = { folder, test: ["node", "check.js"], environment };
    await expectUpgradeBlamed(project, { package: "leftpad", old: "1.1.2", new: "1.2.0" });
  });
});
