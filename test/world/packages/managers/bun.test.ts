import fc from "fast-check";
import { expect, test } from "vitest";
import { bun } from "../../../../src/world/packages/managers/bun/bun.ts";
import { lookUp, readBunLockfile } from "../../../../src/world/packages/managers/bun/lockfile.ts";
import { idOf, type SideFiles } from "../../../../src/world/packages/managers/manager.ts";
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

function side(lockfile: string, manifest: object = {}, others: Readonly<Record<string, string>> = {}): SideFiles {
  const files: Record<string, string> = {
    ...{ "bun.lock": lockfile, "package.json": JSON.stringify(manifest) },
    ...others,
  };
  return { name: "side", lockfile: "bun.lock", read: (path) => files[path] };
}

async function composed(old: SideFiles, now: SideFiles, upgraded: readonly string[]) {
  const files = (await bun.compare(old, now)).compose((name) => upgraded.includes(name));
  return { lockfile: files.get("bun.lock")!, manifest: JSON.parse(files.get("package.json") ?? "null") };
}

function manifestOf({ direct }: Locked): object {
  return { dependencies: Object.fromEntries(Object.keys(direct).map((name) => [name, "*"])) };
}

const maxPlaces = 200;

/** Each package where it is required, unless the same version is there on the way up; undefined: packages nest without end. */
function nested({ direct, nodes }: Locked): string | undefined {
  const packages = new Map<string, [string, string, object, string]>();
  const rest: [place: readonly string[], requires: Readonly<Record<string, string>>][] = [[[], direct]];
  for (const [place, requires] of rest)
    for (const [name, version] of Object.entries(requires)) {
      const id = `${name}@${version}`;
      if (lookUp(place, name, (path) => packages.get(path))?.[0] === id) continue;
      if (packages.size === maxPlaces) return undefined;
      const dependencies = Object.fromEntries(Object.keys(nodes[id]!).map((each) => [each, "*"]));
      packages.set([...place, name].join("/"), [id, "", { dependencies }, "sha512-x"]);
      rest.push([[...place, name], nodes[id]!]);
    }
  const workspaces = { "": { name: "app", ...manifestOf({ direct, nodes }) } };
  return JSON.stringify({ lockfileVersion: 1, workspaces, packages: Object.fromEntries(packages) });
}

function sideOf(locked: Locked): SideFiles {
  const text = nested(locked);
  fc.pre(text !== undefined);
  return side(text, manifestOf(locked));
}

/** Throws if a name stands for nothing. */
function readBack(text: string): Locked {
  const { packages, workspaces, target } = readBunLockfile(side(text));
  const versions = (parent: Parameters<typeof target>[0], names: Iterable<string>) =>
    Object.fromEntries(
      Array.from(names, (name) => {
        const found = target(parent, name);
        expect(found, `${name} of ${JSON.stringify(parent)} in ${text}`).toBeDefined();
        return [name, found!.version];
      }),
    );
  return {
    direct: versions({ folder: "" }, workspaces.get("")!.requires.keys()),
    nodes: Object.fromEntries(
      [...packages.values()].map(({ id, requires }) => [id, versions({ id }, requires.keys())]),
    ),
  };
}

test("all upgrades together install what the new lockfile does, none of them what the old one does", async () => {
  await fc.assert(
    fc.asyncProperty(twoSides, async ({ old, now }) => {
      fc.pre(!hasHiddenDifference({ old, now }));
      const { compose } = await bun.compare(sideOf(old), sideOf(now));
      expect(sorted(readBack(compose(() => true).get("bun.lock")!))).toEqual(sorted(now));
      expect(sorted(readBack(compose(() => false).get("bun.lock")!))).toEqual(sorted(old));
    }),
  );
});

test("in every mixture all names stand for something, and each package has the versions of its side", async () => {
  await fc.assert(
    fc.asyncProperty(twoSides, fc.func(fc.boolean()), async ({ old, now }, isUpgraded) => {
      const { packages, compose } = await bun.compare(sideOf(old), sideOf(now));
      const mixture = readBack(compose(isUpgraded).get("bun.lock")!);
      expectVersionsOfSides({ old, now, mixture, packages, isUpgraded });
      expectDirectVersions({ old, now, mixture, packages, isUpgraded });
    }),
  );
});

test("who finds the same versions of a package moves together, and others apart from them", async () => {
  const { packages, compose } = await bun.compare(sideOf(cookies.old), sideOf(cookies.now));
  expect(packages.map((each) => [idOf(each), each.requiredBy])).toEqual(cookieMoves);
  const text = compose((id) => id !== "cookie 0.4.0 0.7.2").get("bun.lock")!;
  expect(sorted(readBack(text))).toEqual(sorted(cookies.withOldInExpress));
});

/** As bun 1.4 writes it. */
const lock = (dependencies: string, packages: string) => `{
  "lockfileVersion": 2,
  "configVersion": 1,
  "workspaces": {
    "": {
      "name": "app",
${dependencies}    },
    "web": {
      "name": "@app/web",
      "dependencies": {
        "qs": "^6.0.0",
      },
    },
  },
  "packages": {
${packages}
  }
}
`;
const web = '    "@app/web": ["@app/web@workspace:web"],\n\n';
const ranges = (...names: string[]) =>
  `      "dependencies": {\n${names.map((name) => `        "${name}": "*",\n`).join("")}      },\n`;
const webManifest = { "web/package.json": JSON.stringify({ name: "@app/web", dependencies: { qs: "^6.0.0" } }) };

test("lockfiles are laid out as bun does, with the projects of a workspace and packages in several versions", async () => {
  const text = (qs: string, inner: string) =>
    lock(
      ranges("body", "qs"),
      [
        `${web}    "body": ["body@1.0.0", "", { "dependencies": { "qs": "6.2.0" }, "bin": { "body": "cli.js" } }, "sha512-b"],`,
        `    "qs": ["qs@${qs}", "", {}, "sha512-${qs}"],`,
        `    "@app/web/qs": ["qs@${inner}", "", {}, "sha512-${inner}"],`,
        '    "body/qs": ["qs@6.2.0", "", {}, "sha512-6.2.0"],',
      ].join("\n\n"),
    );
  const manifest = { dependencies: { body: "*", qs: "*" } };
  const [old, now] = [
    side(text("6.5.0", "6.4.0"), manifest, webManifest),
    side(text("6.9.0", "6.8.0"), manifest, webManifest),
  ];
  const parts = ["qs 6.5.0 6.9.0", "qs 6.4.0 6.8.0"];
  expect((await bun.compare(old, now)).packages.map(idOf)).toEqual(parts);
  expect((await composed(old, now, parts)).lockfile).toBe(text("6.9.0", "6.8.0"));
  expect((await composed(old, now, parts.slice(1))).lockfile).toBe(text("6.5.0", "6.8.0"));
  expect((await composed(old, now, [])).lockfile).toBe(text("6.5.0", "6.4.0"));
});

test("the project requires what was removed, and not what was added, where these are not upgraded", async () => {
  const text = (name: string) =>
    lock(
      ranges(name, "qs"),
      [
        `${web}    "${name}": ["${name}@1.0.0", "", {}, "sha512-x"],`,
        '    "qs": ["qs@6.0.0", "", {}, "sha512-q"],',
      ].join("\n\n"),
    );
  const old = side(text("gone"), { dependencies: { gone: "*", qs: "*" } }, webManifest);
  const now = side(text("come"), { dependencies: { come: "*", qs: "*" } }, webManifest);
  expect(await composed(old, now, [])).toEqual({
    lockfile: text("gone"),
    manifest: { dependencies: { gone: "*", qs: "*" } },
  });
  const { packages, manifestNeeds } = await bun.compare(old, now);
  expect(packages.map(({ name }) => name)).toEqual(["come", "gone"]);
  expect(manifestNeeds!((name) => name === "come")).toEqual(['"gone": "*" in dependencies of package.json']);
});

test("the project asks for what it gets, as before or by the version, and packages do not", async () => {
  const text = (range: string, a: string, b: string) =>
    lock(
      ranges("b", "qs").replace('"b": "*"', `"b": "${range}"`),
      [
        `${web}    "a": ["a@${a}", "", {}, "sha512-${a}"],`,
        `    "b": ["b@${b}", "", { "dependencies": { "a": "^${b}" } }, "sha512-${b}"],`,
        '    "qs": ["qs@6.0.0", "", {}, "sha512-q"],',
      ].join("\n\n"),
    );
  const sideWith = (range: string, version: string) =>
    side(text(range, version, version), { dependencies: { b: range, qs: "*" } }, webManifest);
  const now = sideWith("^2.0.0", "2.0.0");
  expect(await composed(sideWith("^1.0.0", "1.0.0"), now, ["a"])).toEqual({
    lockfile: text("^1.0.0", "2.0.0", "1.0.0"),
    manifest: { dependencies: { qs: "*", b: "^1.0.0" } },
  });
  expect((await composed(sideWith("0.x", "1.0.0"), now, [])).lockfile).toBe(text("1.0.0", "1.0.0", "1.0.0"));
  expect(await composed(sideWith("^1.0.0", "1.0.0"), now, ["b"])).toEqual({
    lockfile: text("^2.0.0", "1.0.0", "2.0.0"),
    manifest: null,
  });
});

test("peers are found, those that are optional are not asked for", async () => {
  const text = (version: string) =>
    lock(
      ranges("plugin"),
      [
        `${web}    "host": ["host@${version}", "", {}, "sha512-h"],`,
        '    "plugin": ["plugin@1.0.0", "", { "peerDependencies": { "host": "*", "extra": "*" }, "optionalPeers": ["extra"] }, "sha512-p"],',
        '    "qs": ["qs@6.0.0", "", {}, "sha512-q"],',
      ].join("\n\n"),
    );
  const manifest = { dependencies: { plugin: "*" } };
  const [old, now] = [side(text("1.0.0"), manifest, webManifest), side(text("2.0.0"), manifest, webManifest)];
  expect((await composed(old, now, [])).lockfile).toBe(text("1.0.0"));
});

test("what is no lockfile of bun, or a binary one, is refused", () => {
  expect(() => bun.compare({ ...side("{}"), lockfile: "bun.lockb" }, side("{}"))).toThrow(
    "is binary: write it as text",
  );
  expect(() => bun.compare(side("{"), side("{}"))).toThrow("bun.lock of side is no lockfile of bun.");
  expect(() => bun.compare(side('{"packages": {"a": 1}}'), side("{}"))).toThrow("is no lockfile of bun");
});
