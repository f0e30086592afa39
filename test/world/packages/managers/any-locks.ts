import fc from "fast-check";
import { expect } from "vitest";
import { idOf, type MovedPackage } from "../../../../src/world/packages/managers/manager.ts";

/** One side of an upgrade: what is installed, and who requires what. */
export interface Locked {
  /** The versions that the project requires, by name. */
  readonly direct: Readonly<Record<string, string>>;
  /** By `name@version`, the versions that it requires, by name. */
  readonly nodes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const names = ["a", "b", "@s/c", "d", "e", "f"];
const versions = ["1.0.0", "1.1.0", "2.0.0"];

/** Two sides of a project. What a version of a package requires by name is the same on both sides; in which version is not. */
export const twoSides: fc.Arbitrary<{ readonly old: Locked; readonly now: Locked }> = fc
  .record({
    manifests: fc.array(fc.subarray(names), { minLength: 18, maxLength: 18 }),
    direct: fc.subarray(names, { minLength: 1 }),
    old: fc.infiniteStream(fc.nat(5)),
    now: fc.infiniteStream(fc.nat(5)),
  })
  .map(({ manifests, direct, old, now }) => {
    const requiredBy = (name: string, version: string) =>
      manifests[names.indexOf(name) * versions.length + versions.indexOf(version)]!;
    return { old: resolved(direct, requiredBy, old), now: resolved(direct, requiredBy, now) };
  });

function resolved(
  required: readonly string[],
  requiredBy: (name: string, version: string) => readonly string[],
  choices: Iterator<number>,
): Locked {
  const favourites = new Map(names.map((name) => [name, versions[choices.next().value! % versions.length]!]));
  // Most references lead to the same version.
  const choose = (name: string) => {
    const choice: number = choices.next().value!;
    return choice < 4 ? favourites.get(name)! : versions[choice - 4]!;
  };
  const direct = Object.fromEntries(required.map((name) => [name, choose(name)]));
  const nodes: Record<string, Record<string, string>> = {};
  const rest = Object.entries(direct);
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [name, version] = next;
    if (nodes[`${name}@${version}`]) continue;
    const requires = Object.fromEntries(
      requiredBy(name, version)
        .filter((each) => each !== name)
        .map((each) => [each, choose(each)]),
    );
    nodes[`${name}@${version}`] = requires;
    rest.push(...Object.entries(requires));
  }
  return { direct, nodes };
}

/** The versions of each name. */
export function versionsOf({ nodes }: Locked): Map<string, string> {
  const all = new Map<string, string[]>();
  for (const id of Object.keys(nodes).sort()) {
    const at = id.lastIndexOf("@");
    all.set(id.slice(0, at), [...(all.get(id.slice(0, at)) ?? []), id.slice(at + 1)]);
  }
  return new Map([...all].map(([name, each]) => [name, each.join(", ")]));
}

/** A package in the same several versions on both sides is no difference, even if other packages refer to other ones of them. */
export function hasHiddenDifference({ old, now }: { readonly old: Locked; readonly now: Locked }): boolean {
  const after = versionsOf(now);
  return [...versionsOf(old)].some(([name, each]) => each.includes(",") && after.get(name) === each);
}

/** All that is installed, with its references, in one order. */
export function sorted({ direct, nodes }: Locked): unknown {
  const inOrder = (all: object) => Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  return [inOrder(direct), inOrder(nodes).map(([id, requires]) => [id, inOrder(requires)])];
}

/** A candidate between two sides, and the packages that it has as on the new one. */
export interface Mixture {
  readonly old: Locked;
  readonly now: Locked;
  readonly mixture: Locked;
  readonly packages: readonly MovedPackage[];
  readonly isUpgraded: (id: string) => boolean;
}

/** Each package has the versions of its side; one that moves in parts, versions of either side. */
export function expectVersionsOfSides({ old, now, mixture, packages, isUpgraded }: Mixture): void {
  const [before, after, between] = [old, now, mixture].map(versionsOf) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  for (const { name, by, old: was = "", new: is = "" } of packages) {
    const allowed = by ? `${before.get(name)}, ${after.get(name)}` : isUpgraded(name) ? is : was;
    for (const version of between.get(name)?.split(", ") ?? []) expect(allowed.split(", ")).toContain(version);
  }
}

/** Of a package that moves in parts, the project finds the version of the side on which its own part is. */
export function expectDirectVersions({ old, now, mixture, packages, isUpgraded }: Mixture): void {
  for (const [name, version] of Object.entries(mixture.direct)) {
    const [was, is] = [old.direct[name]!, now.direct[name]!];
    const move = packages.find((each) => each.name === name && (!each.by || (each.old === was && each.new === is)));
    expect(version).toBe(move && !isUpgraded(idOf(move)) ? was : is);
  }
}

/** Express and session find other versions of cookie than before, parser the same one. */
export const cookies: { readonly old: Locked; readonly now: Locked; readonly withOldInExpress: Locked } = {
  old: cookiesOf("4.17.0", "0.4.0", "0.3.1"),
  now: cookiesOf("4.22.0", "0.7.2", "0.7.2"),
  withOldInExpress: cookiesOf("4.22.0", "0.4.0", "0.7.2"),
};

function cookiesOf(express: string, expressCookie: string, sessionCookie: string): Locked {
  return {
    direct: { express, session: "1.0.0", parser: "1.0.0" },
    nodes: {
      [`express@${express}`]: { cookie: expressCookie },
      "session@1.0.0": { cookie: sessionCookie },
      "parser@1.0.0": { cookie: "0.7.2" },
      [`cookie@${expressCookie}`]: {},
      [`cookie@${sessionCookie}`]: {},
      "cookie@0.7.2": {},
    },
  };
}

/** Who finds the same versions of a package moves together, and others apart from them. */
export const cookieMoves = [
  ["cookie 0.4.0 0.7.2", ["express"]],
  ["cookie 0.3.1 0.7.2", ["session"]],
  ["express", []],
];
