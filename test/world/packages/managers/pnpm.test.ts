import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { idOf, type SideFiles } from "../../../../src/world/packages/managers/manager.ts";
import { pnpm } from "../../../../src/world/packages/managers/pnpm/pnpm.ts";
import {
  cookieMoves,
  cookies,
  expectDirectVersions,
  expectVersionsOfSides,
  hasHiddenDifference,
  type Locked,
  sorted,
  twoSides,
} from "./any-locks.ts";

function side(text: string, manifest: object = {}): SideFiles {
  const files: Record<string, string> = { "pnpm-lock.yaml": text, "package.json": JSON.stringify(manifest) };
  return { name: "side", lockfile: "pnpm-lock.yaml", read: (path) => files[path] };
}

async function composed(old: SideFiles, now: SideFiles, upgraded: (name: string) => boolean) {
  const files = (await pnpm.compare(old, now)).compose(upgraded);
  return { files, lockfile: parse(files.get("pnpm-lock.yaml")!) };
}

const formats = {
  "9.0": ({ direct, nodes }: Locked) => ({
    importers: { ".": { dependencies: required(direct) } },
    packages: Object.fromEntries(Object.keys(nodes).map((id) => [id, { resolution: { integrity: id } }])),
    snapshots: Object.fromEntries(
      Object.entries(nodes).map(([id, all]) => [id, Object.keys(all).length > 0 ? { dependencies: all } : {}]),
    ),
  }),
  "6.0": ({ direct, nodes }: Locked) => ({
    dependencies: required(direct),
    packages: Object.fromEntries(
      Object.entries(nodes).map(([id, all]) => [`/${id}`, { resolution: { integrity: id }, dependencies: all }]),
    ),
  }),
} as const;

function required(direct: Locked["direct"]) {
  return Object.fromEntries(Object.entries(direct).map(([name, version]) => [name, { specifier: "*", version }]));
}

function textIn(format: keyof typeof formats, locked: Locked): string {
  return stringify({ lockfileVersion: format, settings: { autoInstallPeers: true }, ...formats[format](locked) });
}

/** Throws if a reference leads nowhere. */
function readBack(format: keyof typeof formats, text: string): Locked {
  const json = parse(text);
  const importer = format === "9.0" ? json.importers["."] : json;
  const direct = Object.fromEntries(
    Object.entries(importer.dependencies).map(([name, each]) => [name, (each as { version: string }).version]),
  );
  const entries = Object.entries<{ dependencies?: Record<string, string> }>(
    format === "9.0" ? json.snapshots : json.packages,
  );
  const nodes = Object.fromEntries(entries.map(([id, all]) => [id.replace(/^\//, ""), all.dependencies ?? {}]));
  for (const [name, version] of [direct, ...Object.values(nodes)].flatMap((all) => Object.entries(all)))
    expect(nodes).toHaveProperty([`${name}@${version}`]);
  for (const id of Object.keys(nodes))
    expect(json.packages[format === "9.0" ? id : `/${id}`].resolution.integrity).toBe(id);
  return { direct, nodes };
}

const anyFormat = fc.constantFrom("9.0" as const, "6.0" as const);

test("all upgrades together are the new lockfile, none of them the old one, even in another format", async () => {
  await fc.assert(
    fc.asyncProperty(twoSides, anyFormat, anyFormat, async ({ old, now }, before, after) => {
      fc.pre(!hasHiddenDifference({ old, now }));
      const { compose } = await pnpm.compare(side(textIn(before, old)), side(textIn(after, now)));
      const at = (isUpgraded: boolean) => readBack(after, compose(() => isUpgraded).get("pnpm-lock.yaml")!);
      expect(sorted(at(true))).toEqual(sorted(now));
      expect(sorted(at(false))).toEqual(sorted(old));
    }),
  );
});

test("in every mixture all references lead somewhere, and each package has the versions of its side", async () => {
  await fc.assert(
    fc.asyncProperty(twoSides, anyFormat, fc.func(fc.boolean()), async ({ old, now }, format, isUpgraded) => {
      const { packages, compose } = await pnpm.compare(side(textIn(format, old)), side(textIn(format, now)));
      const mixture = readBack(format, compose(isUpgraded).get("pnpm-lock.yaml")!);
      expectVersionsOfSides({ old, now, mixture, packages, isUpgraded });
      expectDirectVersions({ old, now, mixture, packages, isUpgraded });
    }),
  );
});

test("who finds the same versions of a package moves together, and others apart from them", async () => {
  const [old, now] = [side(textIn("9.0", cookies.old)), side(textIn("9.0", cookies.now))];
  const { packages } = await pnpm.compare(old, now);
  expect(packages.map((each) => [idOf(each), each.requiredBy])).toEqual(cookieMoves);
  const { files } = await composed(old, now, (id) => id !== "cookie 0.4.0 0.7.2");
  expect(sorted(readBack("9.0", files.get("pnpm-lock.yaml")!))).toEqual(sorted(cookies.withOldInExpress));
});

const withPeers = (react: string, dom: string) => `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

overrides:
  left: 1.0.0

importers:

  .:
    dependencies:
      react:
        specifier: '>=17'
        version: ${react}
      react-dom:
        specifier: '>=17'
        version: ${dom}(react@${react})
      router:
        specifier: ^6.0.0
        version: 6.0.0(react-dom@${dom}(react@${react}))(react@${react})
      tools:
        specifier: workspace:*
        version: link:tools

packages:

  react-dom@${dom}:
    resolution: {integrity: dom${dom}}
    engines: {node: '>=10'}
    peerDependencies:
      react: '*'

  react@${react}:
    resolution: {integrity: react${react}}

  router@6.0.0:
    resolution: {integrity: router}
    cpu: [x64]
    peerDependencies:
      react: '*'
      react-dom: '*'

snapshots:

  react-dom@${dom}(react@${react}):
    dependencies:
      react: ${react}

  react@${react}: {}

  router@6.0.0(react-dom@${dom}(react@${react}))(react@${react}):
    dependencies:
      react: ${react}
      react-dom: ${dom}(react@${react})
`;

test("the keys of packages name the peers that they find, and the rest of the file stays as pnpm wrote it", async () => {
  const [old, now] = [side(withPeers("17.0.2", "17.0.2")), side(withPeers("18.3.1", "18.3.1"))];
  const text = async (names: readonly string[]) =>
    (await composed(old, now, (name) => names.includes(name))).files.get("pnpm-lock.yaml");
  expect(await text(["react", "react-dom"])).toBe(withPeers("18.3.1", "18.3.1"));
  expect(await text([])).toBe(withPeers("17.0.2", "17.0.2"));
  const { lockfile } = await composed(old, now, (name) => name === "react");
  expect(lockfile.importers["."].dependencies["react-dom"].version).toBe("17.0.2(react@18.3.1)");
  expect(lockfile.snapshots["react-dom@17.0.2(react@18.3.1)"]).toEqual({ dependencies: { react: "18.3.1" } });
  const [router] = Object.keys(lockfile.snapshots).filter((key) => key.startsWith("router"));
  expect(router).toMatch(/^router@6\.0\.0\(react-dom@17\.0\.2\(.*\(react@18\.3\.1\)$/);
  expect(lockfile.snapshots[router!].dependencies).toEqual({ react: "18.3.1", "react-dom": "17.0.2(react@18.3.1)" });
});

const direct = (dependencies: Record<string, [specifier: string, version: string]>) =>
  stringify({
    lockfileVersion: "9.0",
    importers: {
      ".": {
        dependencies: Object.fromEntries(
          Object.entries(dependencies).map(([name, [specifier, version]]) => [name, { specifier, version }]),
        ),
      },
    },
    packages: Object.fromEntries(Object.entries(dependencies).map(([name, [, version]]) => [`${name}@${version}`, {}])),
    snapshots: Object.fromEntries(
      Object.entries(dependencies).map(([name, [, version]]) => [`${name}@${version}`, {}]),
    ),
  });

test("package.json asks for what the lockfile has: for the old range, what was removed, and not for what was added", async () => {
  const old = side(direct({ a: ["^1.0.0", "1.0.0"], gone: ["^3.0.0", "3.0.0"] }));
  const manifest = { name: "app", dependencies: { a: "^2.0.0", come: "*" } };
  const now = side(direct({ a: ["^2.0.0", "2.0.0"], come: ["*", "5.0.0"] }), manifest);
  const { packages, manifestNeeds } = await pnpm.compare(old, now);
  expect(packages.map(({ name, old, new: is }) => [name, old, is])).toEqual([
    ["a", "1.0.0", "2.0.0"],
    ["come", undefined, "5.0.0"],
    ["gone", "3.0.0", undefined],
  ]);
  const { files, lockfile } = await composed(old, now, () => false);
  expect(JSON.parse(files.get("package.json")!)).toEqual({
    name: "app",
    dependencies: { a: "^1.0.0", gone: "^3.0.0" },
  });
  expect(lockfile.importers["."].dependencies).toEqual({
    a: { specifier: "^1.0.0", version: "1.0.0" },
    gone: { specifier: "^3.0.0", version: "3.0.0" },
  });
  expect(manifestNeeds!(() => false)).toEqual([
    '"a": "^1.0.0" in dependencies of package.json',
    'no "come" in dependencies of package.json',
    '"gone": "^3.0.0" in dependencies of package.json',
  ]);
  expect((await composed(old, now, () => true)).files.has("package.json")).toBe(false);
});

test("a package is held back where the project has its overrides", async () => {
  const held = { name: "qs", old: "6.7.0", new: "6.9.0", requiredBy: [] };
  const here = pnpm.remedy!(held, side("", { pnpm: { overrides: { left: "1.0.0" } } }))!;
  expect(here.text).toBe('"qs": "6.7.0" in pnpm.overrides of package.json');
  expect(JSON.parse(here.files.get("package.json")!).pnpm.overrides).toEqual({ left: "1.0.0", qs: "6.7.0" });
  const workspace = "packages:\n  - web # ours\noverrides:\n  left: 1.0.0\n";
  const there = pnpm.remedy!(held, { name: "", lockfile: "", read: () => workspace })!;
  expect([...there.files]).toEqual([["pnpm-workspace.yaml", `${workspace}  qs: 6.7.0\n`]]);
  expect(pnpm.remedy!({ ...held, old: "6.5.0, 6.7.0" }, side(""))).toBeUndefined();
  const part = pnpm.remedy!({ ...held, by: new Set(["express", "@s/body"]) }, side("", {}))!;
  expect(part.text).toBe('"express>qs": "6.7.0", "@s/body>qs": "6.7.0" in pnpm.overrides of package.json');
  expect(JSON.parse(part.files.get("package.json")!).pnpm.overrides).toEqual({
    "express>qs": "6.7.0",
    "@s/body>qs": "6.7.0",
  });
  expect(pnpm.remedy!({ ...held, by: new Set(["express", undefined]) }, side(""))).toBeUndefined();
});

test.each([
  ["lockfileVersion: 5.4", "has the lockfileVersion 5.4; 6.0 and 9.0 are supported"],
  ["just a text", "is no lockfile of pnpm"],
  ["a: [", "Cannot read pnpm-lock.yaml of side"],
])("%o is refused", (text, message) => {
  expect(() => pnpm.compare(side(text), side(text))).toThrow(message);
});
