import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";
import { type ClientCommands, expectNamedAndKept, upgradedProject } from "./upgraded-project.ts";

const clients = { "Yarn 1": fetchClient("yarn@1.22.22"), "Yarn 4": fetchClient("@yarnpkg/cli-dist@4.18.1") };

const berrySettings = (registry: string) =>
  `npmRegistryServer: ${JSON.stringify(registry.replace(/\/$/, ""))}\nunsafeHttpWhitelist: ["127.0.0.1"]\nenableTelemetry: false\n`;
const commands: Record<keyof typeof clients, Omit<ClientCommands, "bin">> = {
  "Yarn 1": { lock: "yarn install --silent", upgrade: "yarn upgrade --silent --latest" },
  "Yarn 4": {
    lock: "yarn install",
    upgrade: "yarn up --recursive leftpad colour dates @ui/core && yarn up table colour @ui/core",
    files: (registry) => ({ ".yarnrc.yml": `nodeLinker: node-modules\n${berrySettings(registry)}`, "yarn.lock": "" }),
  },
};
const frozen = {
  "Yarn 1": "yarn install --frozen-lockfile --offline",
  "Yarn 4": "YARN_ENABLE_NETWORK=0 yarn install --immutable",
};

describe.each(["Yarn 1", "Yarn 4"] as const)("%s", (name) => {
  const client = clients[name];

  test(
    "the upgrade is named, the others are kept, and yarn installs the lockfile with them",
    skippedBecause(client.missing),
    async () => {
      await expectNamedAndKept(await upgradedProject({ bin: client.bin, ...commands[name] }), {
        ...{ lockfile: "yarn.lock", good: "yarn.good.lock", forcedIn: "resolutions of package.json" },
        frozen: frozen[name],
      });
    },
  );

  test("culprit changes tells the packages from the files", skippedBecause(client.missing), async () => {
    const { folder, environment } = await upgradedProject({ bin: client.bin, ...commands[name] });
    const project = { folder, test: ["node", "check.js"], environment };
    await expectUpgradeBlamed(project, { package: "leftpad", old: "1.1.2", new: "1.2.0" });
  });
});

test(
  "what plug'n'play loads in a workspace is tested without node_modules",
  skippedBecause(clients["Yarn 4"].missing),
  async () => {
    const { files: _, ...rest } = commands["Yarn 4"];
    const { folder, environment, registry } = await upgradedProject({
      bin: clients["Yarn 4"].bin,
      ...rest,
      workspaces: ["web"],
      files: (registry) => ({
        ...{ ".yarnrc.yml": berrySettings(registry), "yarn.lock": "", ".gitignore": ".yarn\n.pnp.*\n" },
        "web/package.json": JSON.stringify({ name: "web", version: "1.0.0", dependencies: { dates: "^3.0.0" } }),
        "web/own.js": 'require("dates");\n',
        "check.js": 'require("./web/own.js");\nif (require("table")("ab") !== "  ab|") throw new Error("no row");\n',
      }),
    });
    await registry.close();
    const words = ["packages", "HEAD~1", "--deeper", "--json", "--", "yarn", "node", "check.js"];
    const { code, json, stderr } = await folder.start(words, environment).ended;
    expect([code, json.cause], stderr).toEqual([0, [expect.objectContaining({ package: "leftpad" })]]);
    expect(json.notes).toContain("No lines were looked for in leftpad: yarn has installed no folder with its files.");
    expect(folder.names()).not.toContain("node_modules");
  },
);
