import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { newFolder } from "./culprit.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";
import {
  expectNamedAndKept,
  expectOneVersionNamed,
  filesBut,
  type UpgradedProject,
  upgradedProject,
} from "./upgraded-project.ts";

const [pnpm8, pnpm9] = [fetchClient("pnpm@8.15.9"), fetchClient("pnpm@9.15.9")];
const [pnpm10, pnpm12] = [fetchClient("pnpm@10.34.9"), fetchClient("pnpm@12.18.0")];
// Version 12 would not ask the registry again so soon.
const upgrade = 'rm -rf "$XDG_CACHE_HOME" && pnpm update --lockfile-only';
const commands = { lock: "pnpm install --lockfile-only", upgrade };
const check = ["--", "node", "check.js"];
const youngOnes = (client: typeof pnpm10) => (client === pnpm12 ? "--config.minimumReleaseAge=0" : "");

/** Lets pnpm patch the bad package at each installation, as its own `pnpm patch` does; then the test passes with all upgrades. */
async function keepPatch({ folder, run }: UpgradedProject, client: typeof pnpm10, path: string): Promise<void> {
  cpSync(path, join(folder.path, "leftpad.patch"));
  const patchedDependencies = { "leftpad@1.2.0": "leftpad.patch" };
  if (client === pnpm9) {
    const manifest = { ...JSON.parse(folder.read("package.json")), pnpm: { patchedDependencies } };
    folder.write("package.json", JSON.stringify(manifest));
  } else folder.write("pnpm-workspace.yaml", JSON.stringify({ patchedDependencies }));
  await run(`pnpm install --offline ${youngOnes(client)} --no-frozen-lockfile && node check.js`);
}

describe.each([
  ["pnpm 9", pnpm9, "pnpm.overrides of package.json"],
  ["pnpm 10", pnpm10, "pnpm.overrides of package.json"],
  ["pnpm 12", pnpm12, "overrides of pnpm-workspace.yaml"],
] as const)("%s", (_, client, forcedIn) => {
  test(
    "the upgrade is named, the others are kept, and pnpm installs the lockfile with them",
    skippedBecause(client.missing),
    async () => {
      const project = await upgradedProject({ bin: client.bin, ...commands });
      const { files } = await expectNamedAndKept(project, {
        ...{ lockfile: "pnpm-lock.yaml", good: "pnpm-lock.good.yaml", forcedIn },
        frozen: `pnpm install --frozen-lockfile --offline ${youngOnes(client)}`,
      });
      await keepPatch(project, client, files.fix!);
    },
  );
});

test("culprit changes tells the packages of pnpm from the files", skippedBecause(pnpm10.missing), async () => {
  const { folder, environment } = await upgradedProject({ bin: pnpm10.bin, ...commands });
  mkdirSync(join(folder.path, "node_modules"));
  const project = { folder, test: ["node", "check.js"], environment };
  await expectUpgradeBlamed(project, { package: "leftpad", old: "1.1.2", new: "1.2.0" });
});

test("of a package in several versions, the one that breaks is named", skippedBecause(pnpm10.missing), async () => {
  const json = await expectOneVersionNamed({ bin: pnpm10.bin, ...commands }, "pnpm install --frozen-lockfile");
  expect(json.notes).toContain(
    'To keep cookie 1.0.0: "web>cookie": "1.0.0" in pnpm.overrides of package.json (installed, and the test passed).',
  );
});

describe("pnpm 8", skippedBecause(pnpm8.missing), () => {
  test("a lockfile of version 6 and a workspace, from the store alone", async () => {
    const { folder, environment, registry, run } = await upgradedProject({
      ...{ bin: pnpm8.bin, compiled: true },
      lock: "pnpm install --silent",
      upgrade: "pnpm update --silent --recursive",
      files: (registry) => ({
        ".npmrc": `registry=${registry}\nfetch-retries=0\nignore-scripts=false\n`,
        "pnpm-workspace.yaml": "packages:\n  - web\n",
        "web/package.json": JSON.stringify({ name: "web", version: "1.0.0", dependencies: { dates: "^3.0.0" } }),
        "check.js": 'require("./web/own.js");\nif (require("table")("ab") !== "  ab|") throw new Error("no row");\n',
        "web/own.js": 'require("dates");\n',
      }),
    });
    expect(folder.read("pnpm-lock.yaml")).toContain("lockfileVersion: '6.0'");
    await registry.close();
    const before = filesBut(folder);
    const { code, json, stderr } = await folder.start(["packages", "HEAD~1", "--json", ...check], environment).ended;
    expect([code, json.cause], stderr).toEqual([0, [expect.objectContaining({ package: "leftpad" })]]);
    expect(filesBut(folder)).toEqual(before);
    await run("node check.js").then(
      () => expect.fail("the user's own packages are as they were"),
      () => {},
    );
  });
});

test("a missing pnpm is named", async () => {
  const folder = newFolder();
  const lock = (version: string) => `lockfileVersion: '9.0'
importers: {.: {dependencies: {a: {specifier: '*', version: ${version}}}}}
packages: {a@${version}: {}}
snapshots: {a@${version}: {}}
`;
  folder.write("old.yaml", lock("1.0.0"));
  folder.write("new.yaml", lock("2.0.0"));
  for (const program of ["sh", "git"])
    symlinkSync(execFileSync("which", [program], { encoding: "utf8" }).trim(), join(folder.path, program));
  const words = ["packages", "old.yaml", "new.yaml", "--manager", "pnpm", ...check];
  const { code, stderr } = await folder.start(words, { PATH: folder.path }).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining("pnpm is not installed here")]);
});
