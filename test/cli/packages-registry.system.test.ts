import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { fetchClient } from "../tools/npm-client.ts";
import { newFolder } from "./culprit.ts";
import { type ClientCommands, cachesIn, upgradedProject } from "./upgraded-project.ts";

const bun = "@oven/bun-linux-x64-baseline";
const clients = {
  npm: { bin: "", missing: undefined },
  pnpm: fetchClient("pnpm@10.34.9"),
  "Yarn 1": fetchClient("yarn@1.22.22"),
  "Yarn 4": fetchClient("@yarnpkg/cli-dist@4.18.1"),
  bun: fetchClient(`${bun}@1.4.4`, `${bun}/bin`),
};
type Client = keyof typeof clients;

const berry = (registry: string) =>
  `nodeLinker: node-modules\nenableScripts: true\nnpmRegistryServer: ${JSON.stringify(registry.replace(/\/$/, ""))}\nunsafeHttpWhitelist: ["127.0.0.1"]\nenableTelemetry: false\nhttpRetry: 0\n`;
/** The project in it has another version of its own than the rest. */
const workspace: Pick<ClientCommands, "workspaces" | "files" | "compiled"> = {
  ...{ workspaces: ["web"], compiled: true },
  files: () => ({
    "web/package.json": JSON.stringify({
      name: "web",
      version: "1.0.0",
      dependencies: { colour: "1.0.0", dates: "^3.0.0" },
    }),
    ".yarnrc": "ignore-scripts false\n",
    "web/own.js": 'require("dates"); require("colour");\n',
    "check.js": 'require("./web/own.js");\nif (require("table")("ab") !== "  ab|") throw new Error("no row");\n',
  }),
};
const commands: Record<Client, Omit<ClientCommands, "bin">> = {
  npm: {
    compiled: true,
    manifest: { allowScripts: { leftpad: true } },
    lock: "npm install --silent",
    upgrade: "npm update --silent",
  },
  pnpm: { lock: "pnpm install --silent", upgrade: "pnpm update --silent" },
  "Yarn 1": {
    ...workspace,
    lock: "yarn install --silent",
    upgrade: "rm yarn.lock && yarn install --silent",
  },
  "Yarn 4": {
    ...workspace,
    lock: "yarn install",
    upgrade: "yarn up --recursive leftpad colour dates @ui/core && yarn up table colour @ui/core",
    files: (registry) => ({ ...workspace.files?.(registry), ".yarnrc.yml": berry(registry), "yarn.lock": "" }),
  },
  bun: { lock: "bun install --silent", upgrade: "bun update --silent" },
};
const lockfiles: Record<Client, string> = {
  ...{
    npm: "package-lock.json",
    pnpm: "pnpm-lock.yaml",
    "Yarn 1": "yarn.lock",
    "Yarn 4": "yarn.lock",
    bun: "bun.lock",
  },
};

/** Where nothing has to be installed for a lockfile. */
const lockedOnly: Partial<Record<Client, Pick<ClientCommands, "lock" | "upgrade">>> = {
  npm: { lock: "npm install --silent --package-lock-only", upgrade: "npm update --silent --package-lock-only" },
  pnpm: { lock: "pnpm install --lockfile-only", upgrade: "pnpm update --lockfile-only" },
};

const refusal: Record<Client, RegExp> = {
  npm: /EINTEGRITY/,
  pnpm: /ERR_PNPM_TARBALL_INTEGRITY/,
  "Yarn 1": /Integrity check failed/,
  "Yarn 4": /doesn't match the expected checksum/,
  bun: /Integrity check failed/,
};

const unknown: Record<Client, RegExp> = {
  ...{ npm: /ETARGET|E404/, pnpm: /ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION/ },
  ...{ "Yarn 1": /leftpad-1\.1\.2\.tgz: Request failed "404/, "Yarn 4": /404/, bun: /404/ },
};

/** Tests of their own search without a registry. */
const triedInWorkspaces = new Set<Client>(["pnpm", "bun"]);

describe.each(Object.keys(clients) as Client[])("%s", (name) => {
  const { bin, missing } = clients[name];

  test(
    "what the cache has is enough; without it, or with another checksum, the client's words are shown",
    skippedBecause(missing),
    async () => {
      const { folder, registry, environment } = await upgradedProject({ bin, ...commands[name] });
      const packages = (variables: NodeJS.ProcessEnv) =>
        folder.start(["packages", "HEAD~1", "--json", "--", "node", "check.js"], variables).ended;
      const lockfile = folder.read(lockfiles[name]);
      folder.write(lockfiles[name], lockfile.replace(/(1\.2\.0[\s\S]*?(?:sha512-|10c0\/)).{10}/, "$1aaaaaaaaaa"));
      const changed = await packages(withEmptyCaches(environment));
      expect([changed.code, changed.stderr]).toEqual([1, expect.stringMatching(refusal[name])]);
      expect(changed.stderr).toContain("cannot install the packages of the working tree");
      folder.write(lockfiles[name], lockfile);
      await registry.close();
      if (!triedInWorkspaces.has(name)) {
        const cached = await packages(environment);
        expect([cached.code, cached.json.cause], cached.stderr).toMatchObject([0, [{ package: "leftpad" }]]);
      }
      const away = await packages(withEmptyCaches(environment));
      // npm installs both sides at once.
      const refused = /cannot install the packages of (?:HEAD~1|the working tree)/;
      expect([away.code, away.stderr]).toEqual([1, expect.stringMatching(refused)]);
      expect(away.stderr).toMatch(/ECONNREFUSED|ConnectionRefused/);
    },
  );

  test("what it says of a version that was unpublished is shown", skippedBecause(missing), async () => {
    const { folder, registry, environment } = await upgradedProject({ bin, ...commands[name], ...lockedOnly[name] });
    registry.unpublish("leftpad", "1.1.2");
    const words = ["packages", "HEAD~1", "--json", "--", "node", "check.js"];
    const { code, stderr } = await folder.start(words, withEmptyCaches(environment)).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(unknown[name])]);
    expect(stderr).toContain("cannot install the packages of HEAD~1");
  });
});

function withEmptyCaches(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, ...cachesIn(newFolder().path) };
}
