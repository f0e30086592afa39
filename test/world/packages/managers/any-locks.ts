import fc from "fast-check";

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
