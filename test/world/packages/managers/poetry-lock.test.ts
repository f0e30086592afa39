import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { SideFiles } from "../../../../src/world/packages/managers/manager.ts";
import { comparePoetryLocks } from "../../../../src/world/packages/managers/python/poetry-lock.ts";

interface Node {
  readonly version: string;
  readonly requires: readonly string[];
}
type Graph = Readonly<Record<string, Node>>;

const names = ["a", "b", "c", "d", "e"];
const versions = ["1.0", "2.0", "3.0"];
/** Two graphs; what a version requires is the same in both. */
const twoGraphs: fc.Arbitrary<readonly [Graph, Graph]> = fc
  .tuple(...names.map((_, i) => fc.tuple(...versions.map(() => fc.subarray(names.slice(i + 1))))))
  .chain((requires) => {
    const nodes = requires.map((each) =>
      fc.constantFrom(...versions.map((version, i) => ({ version, requires: each[i]! }))),
    );
    const graph = fc.tuple(...nodes).map((all) => Object.fromEntries(all.map((node, i) => [names[i]!, node])));
    return fc.tuple(graph, graph);
  });
const anyRequired = fc.subarray(names, { minLength: 1 });

function side(graph: Graph, required: readonly string[]): SideFiles {
  const reached = new Set<string>();
  const reach = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    graph[name]!.requires.forEach(reach);
  };
  required.forEach(reach);
  const blocks = [...reached].sort().map((name) => block(name, graph[name]!));
  const list = required.map((name) => `"${name} (>=1)"`).join(", ");
  return filesOf(
    `# @generated\n\n${blocks.join("\n")}\n[metadata]\nlock-version = "2.1"\ncontent-hash = "${required}"\n`,
    `[project]\nname = "app"\ndependencies = [${list}]\n[tool.poetry]\npackage-mode = false\n`,
  );
}

function block(name: string, { version, requires }: Node): string {
  const files = `files = [\n    {file = "${name}.whl", hash = "sha256:${name}${version}"},\n]\n`;
  const list = requires.map((each) => `${each} = ">=1"\n`).join("");
  return `[[package]]\nname = "${name}"\nversion = "${version}"\noptional = false\ngroups = ["main"]\n${files}${list && `\n[package.dependencies]\n${list}`}`;
}

function filesOf(lock: string, manifest: string): SideFiles {
  const files: Record<string, string> = { "poetry.lock": lock, "pyproject.toml": manifest };
  return { name: "HEAD", lockfile: "poetry.lock", read: (path) => files[path] };
}

const installedIn = (lock: string) =>
  ((parse(lock).package ?? []) as unknown as { name: string; version: string }[]).map(
    ({ name, version }) => `${name} ${version}`,
  );
const pinsIn = (pins: string) =>
  pins.split("\n").flatMap((line) => line.replace(/ --hash.*/, "").replace("==", " ") || []);

test("a poetry.lock in between has each package as it was chosen, all that these require, and the same pins", () => {
  fc.assert(
    fc.property(
      twoGraphs,
      fc.tuple(anyRequired, anyRequired),
      fc.subarray(names),
      ([before, after], [oldRequired, newRequired], upgraded) => {
        const [old, now] = [side(before, oldRequired), side(after, newRequired)];
        const { packages, compose } = comparePoetryLocks(old, now);
        const files = (all: readonly string[]) => compose((name) => all.includes(name));
        expect(files(names).get("poetry.lock")).toBe(now.read("poetry.lock"));
        expect(installedIn(files([]).get("poetry.lock")!)).toEqual(installedIn(old.read("poetry.lock")!));
        const mixed = files(upgraded);
        const installed = installedIn(mixed.get("poetry.lock")!);
        expect(pinsIn(mixed.get(".culprit-requirements.txt")!)).toEqual(installed);
        for (const { name, old: was, new: is } of packages) {
          const there = installed.find((each) => each.startsWith(`${name} `));
          if (there) expect(there).toBe(`${name} ${upgraded.includes(name) ? (is ?? was) : (was ?? is)}`);
        }
        const { package: blocks = [] } = parse(mixed.get("poetry.lock")!) as unknown as {
          package?: { dependencies?: Record<string, string> }[];
        };
        const required = blocks.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
        for (const name of required) expect(installed.map((each) => each.split(" ")[0])).toContain(name);
      },
    ),
  );
});

test("pins leave out extras and optional groups, and say where and from where each package is installed", () => {
  const lock = `
[[package]]
name = "colorama"
version = "0.4.6"
optional = false
groups = ["main", "dev"]
markers = {main = "sys_platform == 'win32'", dev = "os_name == 'nt'"}
files = [
    {file = "colorama.whl", hash = "sha256:aa"},
]

[[package]]
name = "Sphinx"
version = "7.0"
optional = false
groups = ["docs"]
files = []

[[package]]
name = "extra"
version = "1.0"
optional = true
groups = ["main"]
files = []

[[package]]
name = "forked"
version = "1.0"
optional = false
groups = ["main"]
files = []

[package.source]
type = "git"
url = "https://example.org/forked.git"
reference = "main"
resolved_reference = "abc"

[metadata]
lock-version = "2.1"
`;
  const manifest = "[tool.poetry.dependencies]\npython = '^3.9'\n[tool.poetry.group.docs]\noptional = true\n";
  const side = filesOf(lock, manifest);
  const pins = comparePoetryLocks(side, side).compose(() => true);
  expect(pins.get(".culprit-requirements.txt")).toBe(
    `-e .
colorama==0.4.6 ; (sys_platform == 'win32') or (os_name == 'nt') --hash=sha256:aa
forked @ git+https://example.org/forked.git@abc
`,
  );
});

test("older lockfiles start with a package, and say only where it is required whether this machine needs it", () => {
  const lock = `[[package]]
name = "click"
version = "8.0"
optional = false

[package.dependencies]
colorama = {version = "*", markers = 'platform_system == "Windows"'}

[[package]]
name = "colorama"
version = "0.4.6"
optional = false

[metadata]
lock-version = "2.0"
`;
  const side = filesOf(lock, "[tool.poetry]\npackage-mode = false\n");
  const pins = comparePoetryLocks(side, side).compose(() => true);
  expect(pins.get(".culprit-requirements.txt")).toBe('click==8.0\ncolorama==0.4.6 ; platform_system == "Windows"\n');
});

test("a manifest that git could not merge is refused", () => {
  const [side, merged] = ["", "<<<<<<< HEAD\n"].map((text) => filesOf("", `${text}[tool.poetry]\n`)) as [
    SideFiles,
    SideFiles,
  ];
  expect(() => comparePoetryLocks(side, merged)).toThrow(
    "Cannot read pyproject.toml of HEAD: Invalid TOML document: illegal character in key.",
  );
});
