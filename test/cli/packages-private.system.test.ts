import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient, type NpmClient } from "../tools/npm-client.ts";
import { newFolder, recordedFiles } from "./culprit.ts";
import { type ClientCommands, cachesIn, upgradedProject } from "./upgraded-project.ts";

const token = "s3sam-0ffne-d1ch";
const bun = "@oven/bun-linux-x64-baseline";

interface Client extends Omit<ClientCommands, "bin"> {
  readonly client: NpmClient;
  readonly forcedIn: string;
}

const clients: Readonly<Record<string, Client>> = {
  pnpm: {
    ...{ client: fetchClient("pnpm@10.34.9"), forcedIn: "pnpm.overrides of package.json" },
    ...{ lock: "pnpm install --lockfile-only", upgrade: "pnpm update --lockfile-only" },
  },
  "Yarn 1": {
    ...{ client: fetchClient("yarn@1.22.22"), forcedIn: "resolutions of package.json" },
    ...{ lock: "yarn install --silent", upgrade: "yarn upgrade --silent --latest" },
  },
  "Yarn 4": {
    ...{ client: fetchClient("@yarnpkg/cli-dist@4.18.1"), forcedIn: "resolutions of package.json" },
    lock: "yarn install",
    upgrade: "yarn up --recursive leftpad colour dates @ui/core && yarn up table colour @ui/core",
    files: (registry) => ({ ".yarnrc.yml": berrySettings(registry), "yarn.lock": "", ".gitignore": ignored }),
  },
  bun: {
    ...{ client: fetchClient(`${bun}@1.4.4`, `${bun}/bin`), forcedIn: "overrides of package.json" },
    ...{ lock: "bun install --silent", upgrade: "bun update --silent" },
  },
};

const ignored = "node_modules\n.npmrc\n.yarnrc.yml\n.yarn\n";
const berrySettings = (registry: string) => `nodeLinker: node-modules
npmRegistryServer: ${JSON.stringify(registry.replace(/\/$/, ""))}
npmAlwaysAuth: true
npmAuthToken: ${token}
unsafeHttpWhitelist: ["127.0.0.1"]
enableTelemetry: false
`;

describe.each(Object.entries(clients))("a private registry and %s", (_, { client, forcedIn, ...commands }) => {
  const { bin, missing } = client;

  test(
    "the user's token is used, for the remedy too, and neither a test nor a record gets it",
    skippedBecause(missing),
    async () => {
      const { folder, environment } = await upgradedProject({ bin, ...commands, token });
      const check = `if grep -qs ${token.slice(0, 6)} .npmrc .yarnrc.yml; then exit 9; fi; node check.js`;
      const words = ["packages", "HEAD~1", "--json", "--", "sh", "-c", check];
      const variables = { ...environment, ...cachesIn(newFolder().path) };
      const { code, json, stdout, stderr } = await folder.start(words, variables).ended;
      expect([code, json.cause], stderr).toMatchObject([0, [{ package: "leftpad" }]]);
      expect(json.notes?.join("\n")).toContain(`"leftpad": "1.1.2" in ${forcedIn} (installed, and the test passed)`);
      expect(`${stdout}${stderr}`).not.toContain(token);
      for (const [path, content] of recordedFiles(folder)) expect(content, path).not.toContain(token);
    },
  );
});
