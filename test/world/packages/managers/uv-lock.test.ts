import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { SideFiles } from "../../../../src/world/packages/managers/manager.ts";
import { compareUvLocks } from "../../../../src/world/packages/managers/python/uv-lock.ts";

/** A graph of packages: for each name, its versions and what these require. */
type Graph = Readonly<Record<string, Node>>;
interface Node {
  readonly versions: readonly string[];
  readonly requires: readonly string[];
}

const names = ["a", "b", "c", "d", "e"];
const choices = [["1.0"], ["2.0"], ["1.0", "2.0"], ["2.0", "3.0"]];
/** Two graphs; what a version requires is the same in both. */
const twoGraphs: fc.Arbitrary<readonly [Graph, Graph]> = fc
  .tuple(...names.map((_, i) => fc.tuple(...choices.map(() => fc.subarray(names.slice(i + 1))))))
  .chain((requires) => {
    const nodes = requires.map((each) =>
      fc.constantFrom(...choices.map((versions, i) => ({ versions, requires: each[i]! }))),
    );
    const graph = fc.tuple(...nodes).map((all) => Object.fromEntries(all.map((node, i) => [names[i]!, node])));
    return fc.tuple(graph, graph);
  });
const anyRequired = fc.subarray(names, { minLength: 1 });
const source = '{ registry = "https://index.example/simple" }';
/** Of several versions, one for each Python. */
const markers = ["python_full_version < '3.10'", "python_full_version >= '3.10'"];

/** A lockfile as uv writes it, with what is reachable. */
function lock(graph: Graph, required: readonly string[]): string {
  const reached = new Set<string>();
  const reach = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    graph[name]!.requires.forEach(reach);
  };
  required.forEach(reach);
  const list = (all: readonly string[]) =>
    all.length === 0 ? "" : `dependencies = [\n${all.map((name) => reference(graph, name)).join("")}]\n`;
  const blocks = [...reached].sort().flatMap((name) =>
    graph[name]!.versions.map((version, i) => {
      const where = graph[name]!.versions.length > 1 ? `resolution-markers = [\n    "${markers[i]}",\n]\n` : "";
      return `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = ${source}\n${where}${list(graph[name]!.requires)}`;
    }),
  );
  const own = `[[package]]\nname = "zz"\nversion = "0.1.0"\nsource = { virtual = "." }\n${list(required)}`;
  const metadata = `\n[package.metadata]\nrequires-dist = [\n    { name = "a" },\n]\n`;
  return `version = 1\nrequires-python = ">=3.9"\n\n${[...blocks, own + metadata].join("\n")}`;
}

function reference(graph: Graph, name: string): string {
  const { versions } = graph[name]!;
  if (versions.length === 1) return `    { name = "${name}" },\n`;
  return versions
    .map(
      (version, i) =>
        `    { name = "${name}", version = "${version}", source = ${source}, marker = "${markers[i]}" },\n`,
    )
    .join("");
}

interface Read {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: readonly { readonly name: string; readonly version?: string }[];
}

const packagesIn = (text: string) => parse(text).package as unknown as Read[];
const installedIn = (text: string) => packagesIn(text).map(({ name, version }) => `${name} ${version}`);
const side = (text: string): SideFiles => ({ name: "HEAD", lockfile: "uv.lock", read: () => text });

test("a uv.lock in between has each package as it was chosen, and every reference leads to one package", () => {
  fc.assert(
    fc.property(
      twoGraphs,
      fc.tuple(anyRequired, anyRequired),
      fc.subarray(names),
      ([before, after], [oldRequired, newRequired], upgraded) => {
        const [old, now] = [lock(before, oldRequired), lock(after, newRequired)];
        const { packages, compose } = compareUvLocks(side(old), side(now));
        const text = (all: readonly string[]) => compose((name) => all.includes(name)).get("uv.lock")!;
        expect(text(names)).toBe(now);
        expect(installedIn(text([]))).toEqual(installedIn(old));
        const mixed = packagesIn(text(upgraded));
        for (const { name, old: was, new: is } of packages) {
          const there = mixed.filter((each) => each.name === name).map(({ version }) => version);
          if (there.length > 0) expect(there.join(", ")).toBe(upgraded.includes(name) ? (is ?? was) : (was ?? is));
        }
        for (const { dependencies = [] } of mixed)
          for (const { name, version } of dependencies) {
            const targets = mixed.filter((each) => each.name === name && (version ?? each.version) === each.version);
            expect([name, targets.length]).toEqual([name, 1]);
          }
      },
    ),
  );
});

test("where a package has one version for each Python, references from the other side say so", () => {
  const one = { versions: ["1.0"], requires: ["b"] };
  const old = lock({ a: one, b: { versions: ["1.0"], requires: [] } }, ["a"]);
  const now = lock({ a: { ...one, versions: ["2.0"] }, b: { versions: ["2.0", "3.0"], requires: [] } }, ["a"]);
  const { packages, compose } = compareUvLocks(side(old), side(now));
  expect(packages).toEqual([
    { name: "a", old: "1.0", new: "2.0", requiredBy: [] },
    { name: "b", old: "1.0", new: "2.0, 3.0", requiredBy: ["a"] },
  ]);
  const [onlyB, onlyA] = ["b", "a"].map((upgraded) => compose((name) => name === upgraded).get("uv.lock")!);
  expect(onlyB).toContain(
    `{ name = "b", version = "3.0", source = ${source}, marker = "python_full_version >= '3.10'" }`,
  );
  const anyPython = "(python_full_version < '3.10' or python_full_version >= '3.10')";
  expect(onlyA).toContain(`dependencies = [\n    { name = "b", marker = "${anyPython}" },\n]`);
});

test("a file that is not TOML is refused", () => {
  expect(() => compareUvLocks(side("version = 1\n"), side("[[package]\n"))).toThrow(/Cannot read uv.lock of HEAD: /);
});
