import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { type PythonIndex, servePythonIndex } from "../tools/python-index.ts";
import { noUv, uvVariables } from "../tools/uv.ts";
import { environment, type Folder, newFolder, recordedFiles } from "./culprit.ts";
import { commit } from "./npm-project.ts";

const run = promisify(execFile);

const names = ["blue", "green", "pad", "table"];
const versions = ["1.0", "2.0"];
const wheels = versions.flatMap((version) => [
  { name: "table", version, code: "from pad import pad\n", requires: ["pad"] },
  ...["blue", "green"].map((name) => ({ name, version, code: "" })),
]);
const sources = versions.map((version) => ({
  ...{ name: "pad", version, width: version === "1.0" ? 4 : 2 },
  code: "def pad(text): return text.rjust(width())\n",
}));
const check = ["python", "-c", 'import table; assert table.pad("ab") == "  ab", "the row is wrong"'];

interface Client {
  readonly missing: string | undefined;
  readonly lockfile: string;
  /** Writes the lockfile with these versions. */
  readonly lock: (project: Project, version: string) => void | Promise<void>;
  /** With these it has all that is needed, while the index is away. */
  readonly cached: (project: Project) => NodeJS.ProcessEnv;
  readonly refusal: RegExp;
}

interface Project {
  readonly folder: Folder;
  readonly index: PythonIndex;
  /** The files of the index. */
  readonly files: string;
  readonly environment: NodeJS.ProcessEnv;
}

const fileOf = (name: string, version: string) =>
  `${name}-${version}${name === "pad" ? ".tar.gz" : "-py3-none-any.whl"}`;
/** What pip has fetched before: it asks the index for each version, even if the file is in its cache. */
const foundBefore = ({ files }: Project) => ({ PIP_NO_INDEX: "1", PIP_FIND_LINKS: files });
const unknown = /No matching distribution found for pad==1\.0|404/;
const mismatch = /DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE/;

const clients: Readonly<Record<string, Client>> = {
  pip: {
    ...{
      missing: missing("python3") ?? missing("cc"),
      lockfile: "requirements.txt",
      cached: foundBefore,
      refusal: mismatch,
    },
    lock: ({ folder, index }, version) => {
      const pins = names.map(
        (name) => `${name}==${version} --hash=sha256:${index.hashes.get(fileOf(name, version))}\n`,
      );
      folder.write("requirements.txt", `--index-url ${index.simple}\n${pins.join("")}`);
    },
  },
  Poetry: {
    ...{
      missing: missing("python3") ?? missing("cc"),
      lockfile: "poetry.lock",
      cached: foundBefore,
      refusal: mismatch,
    },
    lock: ({ folder, index }, version) => {
      const about = 'name = "app"\nversion = "0.1.0"\nrequires-python = ">=3.8"';
      folder.write("pyproject.toml", `[project]\n${about}\ndependencies = ["table", "blue", "green"]\n`);
      folder.write("poetry.lock", poetryLock(index, version));
    },
  },
  uv: {
    ...{ missing: noUv ?? missing("cc"), lockfile: "uv.lock", cached: () => ({}), refusal: /Hash mismatch/ },
    // In a workspace, of which only a member requires what requires pad; nobody requires the member.
    lock: async ({ folder, index, environment }, version) => {
      const constraints = names.map((name) => `"${name}<=${version}"`).join(", ");
      folder.write("pyproject.toml", uvManifest("app", '"green"', uvSettings(index, constraints)));
      mkdirSync(join(folder.path, "web"), { recursive: true });
      folder.write("web/pyproject.toml", uvManifest("web", '"table", "blue"', "[tool.uv]\npackage = false\n"));
      const env = { ...environment, UV_PROJECT_ENVIRONMENT: newFolder().path };
      for (const words of [
        ["lock", "--upgrade"],
        ["sync", "--frozen", "--all-packages"],
      ])
        await run("uv", ["--quiet", ...words], { cwd: folder.path, env });
    },
  },
};

const indexes: PythonIndex[] = [];

afterEach(async () => {
  for (const index of indexes.splice(0)) await index.close();
});

/**
 * A project of which the last commit upgraded everything; the new pad is bad, and the old one was yanked since.
 * Both have to be compiled.
 */
async function upgraded({ lock }: Client, password?: string): Promise<Project> {
  const [folder, files, home] = [newFolder(), newFolder().path, newFolder()];
  const login = password === undefined ? undefined : `ann:${password}`;
  const index = await servePythonIndex(files, { wheels, sources, login });
  indexes.push(index);
  if (password !== undefined) home.write(".netrc", `machine 127.0.0.1 login ann password ${password}\n`);
  const settings = { HOME: home.path, PIP_INDEX_URL: index.simple, PIP_RETRIES: "1", UV_HTTP_RETRIES: "0" };
  const project = {
    ...{ folder, index, files: join(files, "files") },
    environment: { ...environment(), ...uvVariables, ...settings, ...withEmptyCaches() },
  };
  for (const version of versions) {
    await lock(project, version);
    commit(folder, version);
  }
  index.yank("pad", fileOf("pad", "1.0"));
  return project;
}

function withEmptyCaches(): NodeJS.ProcessEnv {
  const { path } = newFolder();
  return { UV_CACHE_DIR: join(path, "uv"), PIP_CACHE_DIR: join(path, "pip") };
}

describe.each(Object.keys(clients))("%s", (name) => {
  const client = clients[name]!;
  const { lockfile, cached, refusal } = client;

  test(
    "what was fetched before is enough; without it, or with another hash, the client's words are shown",
    skippedBecause(client.missing),
    async () => {
      const project = await upgraded(client);
      const { folder, index, environment } = project;
      const packages = (variables: NodeJS.ProcessEnv) =>
        folder.start(["packages", "HEAD~1", "--json", "--", ...check], { ...environment, ...variables }).ended;
      const text = folder.read(lockfile);
      const hash = index.hashes.get(fileOf("blue", "2.0"))!;
      folder.write(lockfile, text.replace(hash, hash.replace(/^.{10}/, "aaaaaaaaaa")));
      const changed = await packages(withEmptyCaches());
      expect([changed.code, changed.stderr]).toEqual([1, expect.stringMatching(refusal)]);
      expect(changed.stderr).toContain("cannot install the packages of the working tree");
      folder.write(lockfile, text);
      await index.close();
      const found = await packages(cached(project));
      expect([found.code, found.json.cause], found.stderr).toMatchObject([0, [{ package: "pad" }]]);
      const away = await packages(withEmptyCaches());
      expect([away.code, away.stderr]).toEqual([1, expect.stringContaining("cannot install the packages of HEAD~1")]);
      expect(away.stderr).toMatch(/Connection refused/);
    },
  );

  test("what it says of a version that was unpublished is shown", skippedBecause(client.missing), async () => {
    const { folder, index, environment } = await upgraded(client);
    index.unpublish("pad", fileOf("pad", "1.0"));
    const words = ["packages", "HEAD~1", "--json", "--", ...check];
    const { code, stderr } = await folder.start(words, { ...environment, ...withEmptyCaches() }).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(unknown)]);
    expect(stderr).toContain("cannot install the packages of HEAD~1");
  });

  test("the login of a private index is used, and no record gets it", skippedBecause(client.missing), async () => {
    const password = "s3sam-0ffne-d1ch";
    const { folder, environment } = await upgraded(client, password);
    const words = ["packages", "HEAD~1", "--json", "--", ...check];
    const { code, json, stdout, stderr } = await folder.start(words, { ...environment, ...withEmptyCaches() }).ended;
    expect([code, json.cause], stderr).toMatchObject([0, [{ package: "pad" }]]);
    expect(`${stdout}${stderr}`).not.toContain(password);
    for (const [path, content] of recordedFiles(folder)) expect(content, path).not.toContain(password);
  });
});

const uvManifest = (name: string, dependencies: string, more: string) => `[project]
name = "${name}"
version = "0.1.0"
requires-python = ">=3.8"
dependencies = [${dependencies}]

${more}`;

const uvSettings = ({ simple }: PythonIndex, constraints: string) => `[tool.uv]
constraint-dependencies = [${constraints}]

[[tool.uv.index]]
url = "${simple}"
default = true

[tool.uv.workspace]
members = ["web"]
`;

function poetryLock(index: PythonIndex, version: string): string {
  const block = (name: string) => `[[package]]
name = "${name}"
version = "${version}"
description = ""
optional = false
python-versions = "*"
groups = ["main"]
files = [
    {file = "${fileOf(name, version)}", hash = "sha256:${index.hashes.get(fileOf(name, version))}"},
]
${name === "table" ? '\n[package.dependencies]\npad = "*"\n' : ""}
[package.source]
type = "legacy"
url = "${index.simple}"
reference = "own"
`;
  const metadata = `[metadata]\nlock-version = "2.1"\npython-versions = ">=3.8"\ncontent-hash = "${"0".repeat(64)}"\n`;
  return [...names.map(block), metadata].join("\n");
}
