import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect } from "vitest";
import { NpmRegistry } from "../tools/npm-registry.ts";
import { contents, type Ended, environment, type Folder, newFolder } from "./culprit.ts";
import { commit, type Source } from "./npm-project.ts";
import { patchedCopy } from "./patched-copy.ts";

const run = promisify(execFile);

const plain = (dependencies: Record<string, string> = {}): Source => ({
  files: { "index.js": "module.exports = 1;\n" },
  dependencies,
});
const table: Source = {
  files: { "index.js": 'const pad = require("leftpad");\nmodule.exports = (text) => pad(text) + "|";\n' },
  dependencies: { leftpad: "^1.1.0" },
};
const padding = (body: string, others: Source["files"]): Source => ({
  files: { "index.js": `module.exports = (text) => ${body};\n`, ...others },
});

/** Its program, which knows the width, is compiled by its own script when it is installed. */
const compiled = (width: number): Source => ({
  files: {
    "index.js": `const width = Number(require("child_process").execFileSync(__dirname + "/width"));
module.exports = (text) => text.padStart(width, " ");\n`,
    "width.c": `#include <stdio.h>\nint main(void) { puts("${width}"); return 0; }\n`,
  },
  scripts: { install: "cc -o width width.c" },
});

const before = {
  "leftpad@1.1.2": padding('text.padStart(4, " ")', { "size.js": "module.exports = 4;\n", "old.js": "1;\n" }),
  "table@2.0.0": table,
  "colour@1.0.0": plain(),
  "dates@3.0.0": plain({ colour: "^1.0.0" }),
  "@ui/core@1.0.0": plain({ dates: "^3.0.0" }),
};
/** Of these, leftpad is bad; side is new. */
const after = {
  "leftpad@1.2.0": padding("text.trim().slice(0, -1)", { "size.js": "module.exports = 5;\n", "lib/new.js": "2;\n" }),
  "side@1.0.0": plain(),
  "table@2.1.0": table,
  "colour@1.0.1": plain({ side: "*" }),
  "dates@3.1.0": plain({ colour: "^1.0.1" }),
  "@ui/core@1.5.0": plain({ dates: "^3.0.0" }),
};
const dependencies = { table: "^2.0.0", colour: "^1.0.0", "@ui/core": "^1.0.0" };

const check = `
for (const each of ["@ui/core", "colour"]) require(each);
const row = require("table")("ab");
if (row !== "  ab|") { console.error("Error: the row is " + JSON.stringify(row)); process.exit(3); }
`;

/** A project of which the last commit upgraded everything, by a real client; one of the upgrades is bad. */
export interface UpgradedProject {
  readonly folder: Folder;
  readonly registry: NpmRegistry;
  readonly environment: NodeJS.ProcessEnv;
  /** Runs a client's command there or elsewhere; rejects if it fails. */
  readonly run: (command: string, cwd?: string) => Promise<unknown>;
}

export interface ClientCommands {
  /** The folder of the client's program. */
  readonly bin: string;
  /** Makes the lockfile of what there is. */
  readonly lock: string;
  /** Makes the lockfile with all upgrades. */
  readonly upgrade: string;
  /** Leftpad has to be compiled. */
  readonly compiled?: true;
  /** What the registry has besides, at first and for the upgrade. */
  readonly sources?: Readonly<Record<"before" | "after", Readonly<Record<string, Source>>>>;
  /** What package.json has besides. */
  readonly manifest?: object;
  /** The folders of other projects in the same workspace, for clients that look for them in package.json. */
  readonly workspaces?: readonly string[];
  /** The project's files besides its own. */
  readonly files?: (registry: string) => Readonly<Record<string, string>>;
  /** Without it the registry answers nothing; it is in the .npmrc, which git ignores. */
  readonly token?: string;
  readonly variables?: (registry: string) => Readonly<Record<string, string>>;
}

const registries: NpmRegistry[] = [];

afterEach(async () => {
  for (const registry of registries.splice(0)) await registry.close();
});

export async function upgradedProject(client: ClientCommands): Promise<UpgradedProject> {
  const registry = await NpmRegistry.start(client.token);
  registries.push(registry);
  const [folder, home] = [newFolder(), newFolder()];
  const variables = {
    ...environment(),
    ...cachesIn(home.path),
    PATH: `${client.bin}:${process.env.PATH}`,
    ...client.variables?.(registry.url),
  };
  const { workspaces } = client;
  const manifest = { name: "app", version: "1.0.0", private: true, workspaces, dependencies, ...client.manifest };
  const files = {
    "package.json": JSON.stringify(manifest, null, 2),
    "check.js": check,
    ".gitignore": "node_modules\n.npmrc\n.yarn\n",
    ".npmrc": `registry=${registry.url}\nfetch-retries=0\n${login(registry, client.token)}`,
    ...client.files?.(registry.url),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    folder.write(path, text);
  }
  const here = (command: string, cwd = folder.path) => run("sh", ["-c", command], { cwd, env: variables });
  registry.publish({ ...before, ...client.sources?.before, ...(client.compiled && { "leftpad@1.1.2": compiled(4) }) });
  await here(client.lock);
  commit(folder, "as it was");
  registry.publish({ ...after, ...client.sources?.after, ...(client.compiled && { "leftpad@1.2.0": compiled(2) }) });
  await here(client.upgrade);
  commit(folder, "upgrade everything");
  return { folder, registry, environment: variables, run: here };
}

function login({ url }: NpmRegistry, token: string | undefined): string {
  return token === undefined ? "" : `${url.replace("http:", "")}:_authToken=${token}\nalways-auth=true\n`;
}

/** Variables by which every client keeps what it fetches in this folder, whatever the npm that runs these tests has set. */
export function cachesIn(folder: string): NodeJS.ProcessEnv {
  const at = (name: string) => join(folder, name);
  return {
    ...{ HOME: folder, XDG_DATA_HOME: at("data"), XDG_CACHE_HOME: at("cache"), XDG_CONFIG_HOME: at("config") },
    // Without addresses in the lockfile, npm asks a registry for them.
    ...{ npm_config_cache: at("npm"), npm_config_omit_lockfile_registry_resolved: "false" },
  };
}

/** What a client has to do with the good lockfile of a project. */
export interface KeptUpgrades {
  readonly lockfile: string;
  readonly good: string;
  /** Where a user forces an old version, in the client's own words. */
  readonly forcedIn: string;
  /** Installs what the lockfile says, and nothing else, without the network. */
  readonly frozen: string;
}

/** Leftpad is named, all other upgrades are kept, nothing of the user's changes, and the client installs the lockfile with them. */
export async function expectNamedAndKept(project: UpgradedProject, kept: KeptUpgrades): Promise<Ended["json"]> {
  const { folder, environment, run } = project;
  const before = filesBut(folder);
  const words = ["packages", "HEAD~1", "--keep-good", "--deeper", "--json", "--", "node", "check.js"];
  const { code, json, stderr } = await folder.start(words, environment).ended;
  expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
  expect(json.cause).toEqual([
    { text: "leftpad 1.1.2 → 1.2.0 (app › table › leftpad)", package: "leftpad", old: "1.1.2", new: "1.2.0" },
  ]);
  // 5 packages differ: 2 · log2(5) + 3.
  expect(json.stages?.[0]?.needed).toBeLessThanOrEqual(7);
  expect(json.heldBack?.map((each) => each.package)).toEqual(["leftpad"]);
  const text = `"leftpad": "1.1.2" in ${kept.forcedIn}`;
  expect(json.keptBy).toEqual({ package: "leftpad", version: "1.1.2", text });
  expect(json.notes).toContain(
    `To keep leftpad 1.1.2: "leftpad": "1.1.2" in ${kept.forcedIn} (installed, and the test passed).`,
  );
  const patch = kept.good.replace(/\.\w+$/, ".patch");
  expect(filesBut(folder, kept.good, patch)).toEqual(before);
  expect(json.patches).toMatchObject([
    { name: "goodPatch", base: "NEW (the working tree)", effect: "passes" },
    { name: "cause", base: expect.stringMatching(/^leftpad 1.1.2(?: with \d other upgrades?)?$/), effect: "fails" },
    { name: "fix", base: "leftpad 1.2.0", effect: "passes" },
  ]);
  expectLine(json);
  const copy = patchedCopy(folder, patch);
  expect(copy.read(kept.lockfile)).toBe(folder.read(kept.good));
  await run(`${kept.frozen} && node check.js`, copy.path);
  expect(copy.read(kept.lockfile)).toBe(folder.read(kept.good));
  return json;
}

/** One of the lines that differ is named, and the patch for it is as the managers' own patches of packages are. */
function expectLine({ deeper, files }: Ended["json"]): void {
  expect(deeper).toMatchObject({ packages: ["leftpad"], deltas: { total: 5, cause: 1 }, minimal: true });
  expect(deeper?.cause).toMatchObject([{ file: "node_modules/leftpad/index.js", line: 1 }]);
  expect(readFileSync(files.fix!, "utf8")).toMatch(
    /^diff --git a\/index.js b\/index.js\n.*\n-.*trim.*\n\+.*padStart/ms,
  );
}

/** All files of the project, but for those named. */
export function filesBut(folder: Folder, ...names: readonly string[]): Map<string, string> {
  const left = new Set(names.map((name) => join(folder.path, name)));
  return new Map([...contents(folder)].filter(([path]) => !left.has(path) && !path.includes("/.git/")));
}

/** Web and session find other versions of cookie than before, parser the same one; only web's breaks the test. */
export async function expectOneVersionNamed(client: ClientCommands, frozen: string): Promise<Ended["json"]> {
  const { folder, environment, run } = await upgradedProject({
    ...client,
    manifest: { dependencies: { web: "^1.0.0", parser: "^1.0.0", session: "^1.0.0" } },
    sources: {
      before: {
        ...{ "cookie@1.0.0": exporting("1"), "cookie@1.1.0": exporting("1"), "cookie@2.0.0": exporting("2") },
        "web@1.0.0": exporting('require("cookie")', "1.0.0"),
        "session@1.0.0": exporting('require("cookie")', "1.1.0"),
        "parser@1.0.0": exporting('require("cookie")', "2.0.0"),
      },
      after: {
        "web@1.1.0": exporting('require("cookie")', "2.0.0"),
        "session@1.1.0": exporting('require("cookie")', "2.0.0"),
      },
    },
    files: () => ({ "check.js": 'if (require("web") !== 1 || !require("session")) throw new Error("no cookie");\n' }),
  });
  const words = ["packages", "HEAD~1", "--keep-good", "--json", "--", "node", "check.js"];
  const { code, json, stderr } = await folder.start(words, environment).ended;
  expect([code, json.minimal], stderr).toEqual([0, true]);
  const held = "cookie 1.0.0 → 2.0.0 in web";
  const chain = "(app › web › cookie)";
  expect(json.cause).toMatchObject([
    { text: expect.stringContaining(held), package: "cookie", old: "1.0.0", new: "2.0.0" },
  ]);
  expect(json.cause[0]!.text).toContain(chain);
  expect(json.notes).toContain(`3 of the 4 upgrades pass together; held back: ${held}.`);
  await run(`git apply ${json.files.goodPatch} && ${frozen} && node check.js`);
  return json;
}

function exporting(value: string, cookie?: string): Source {
  const dependencies = cookie === undefined ? {} : { dependencies: { cookie } };
  return { files: { "index.js": `module.exports = ${value};\n` }, ...dependencies };
}
