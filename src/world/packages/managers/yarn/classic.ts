import { isInRange } from "../../version-range.ts";
import { directEdits, type FileEdit, rangeFor } from "../direct-dependencies.ts";
import { dependenciesIn } from "../package-manifest.ts";
import { type Choose, chooser, composeEntries } from "./compose.ts";
import { descriptorOf, nameOf, rangeOf, type YarnEntry } from "./lockfile.ts";
import type { Composed, YarnDependency, YarnDifference, YarnSide } from "./side.ts";

const file = "package.json";

/** Yarn 1 ignores an entry whose version is not in the range asked for: package.json has to ask for it, or to force it. */
export function composeClassic(difference: YarnDifference, isUpgraded: (name: string) => boolean): Composed {
  const { old, now, moved } = difference;
  const sides = { old: old.lockfile, new: now.lockfile };
  const choose = chooser(sides, moved, isUpgraded);
  const listed = directEdits({ old, now, moved }, isUpgraded);
  const isRemoved = ({ name, kind }: YarnDependency) =>
    listed.some((each) => each.range === undefined && each.name === name && each.kind === kind);
  const kept = now.direct.filter((each) => !isRemoved(each));
  const ranges = kept.flatMap((each) => rangeEdit(each, old, choose));
  const isAskedOtherwise = ({ name }: YarnDependency) => ranges.some((each) => each.name === name);
  const gone = new Set(
    now.direct.filter((each) => isRemoved(each) || isAskedOtherwise(each)).map(({ descriptor }) => descriptor),
  );
  const asked = [...listed, ...ranges].filter(({ range }) => range !== undefined);
  const own = asked.map(({ name, range }) => [descriptorOf(name, range!, false), name] as const);
  const chosen = new Map(own.map(([descriptor, name]) => [descriptor, chosenFor(descriptor, name)]));
  const from = [...rootDescriptors(now)].filter((each) => !gone.has(each)).map((each) => [each, ""] as const);
  const entries = composeEntries(
    { sides, choose: (each) => chosen.get(each) ?? choose(each), override: (each) => each },
    [...from, ...own.map(([descriptor]) => [descriptor, ""] as const)],
  );
  const forced = forcedVersions(entries, difference, isUpgraded);
  return { entries: withForced(entries, forced), edits: [...listed, ...ranges, ...forced] };

  function chosenFor(descriptor: string, name: string): YarnEntry | undefined {
    const asked = kept.find((each) => each.name === name)?.descriptor;
    return choose(asked ?? descriptor);
  }
}

function rangeEdit(direct: YarnDependency, old: YarnSide, choose: Choose): FileEdit[] {
  const { kind, name, range } = direct;
  const version = choose(direct.descriptor)?.version;
  if (version === undefined) return [];
  const wanted = rangeFor(version, { now: range, old: old.direct.find((each) => each.name === name)?.range });
  return wanted === range ? [] : [{ file, kind, name, range: wanted }];
}

/** What the project asks for. That of its workspaces is not written down: it may be anything that is asked for. */
function rootDescriptors({ lockfile, direct, manifest }: YarnSide): Set<string> {
  if (manifest.workspaces !== undefined) return new Set(lockfile.byDescriptor.keys());
  return new Set(direct.map(({ descriptor }) => descriptor).filter((each) => lockfile.byDescriptor.has(each)));
}

/** Versions that nobody asks for, and those that package.json forces already. */
function forcedVersions(
  entries: readonly YarnEntry[],
  { now, moved }: YarnDifference,
  isUpgraded: (name: string) => boolean,
): FileEdit[] {
  const forced = new Map<string, string>();
  for (const entry of entries) {
    const wrong = entry.descriptors.filter((each) => isInRange(entry.version, rangeOf(each)) === false);
    if (wrong.length === 0) continue;
    const isAlone = entries.every((each) => each.name !== entry.name || each.key === entry.key);
    const places = isAlone ? [entry.name] : placesOf(wrong, entry, entries);
    for (const place of places) forced.set(place, entry.version);
  }
  for (const pattern of Object.keys(dependenciesIn(now.manifest, "resolutions"))) {
    const name = /(?:@[^/]+\/)?[^/]+$/.exec(pattern)?.[0] ?? pattern;
    const [only, ...more] = entries.filter((each) => each.name === name);
    const isOld = moved.some((each) => each.name === name) && !isUpgraded(name);
    if (isOld && only && more.length === 0) forced.set(pattern, only.version);
  }
  return [...forced].map(([name, range]) => ({ file, kind: "resolutions", name, range }));
}

/** Patterns of those who ask for it; not if others of the same name ask for another version of it. */
function placesOf(wrong: readonly string[], { name, key }: YarnEntry, entries: readonly YarnEntry[]): string[] {
  const leadsTo = (descriptor: string) => entries.find((each) => each.descriptors.includes(descriptor))?.key;
  const parents = new Set(
    entries.filter(({ requires }) => wrong.some((each) => requires.includes(each))).map((each) => each.name),
  );
  const isClear = (parent: string) =>
    entries
      .filter((each) => each.name === parent)
      .every(({ requires }) => requires.every((each) => nameOf(each) !== name || leadsTo(each) === key));
  return [...parents].filter(isClear).map((parent) => `**/${parent}/${name}`);
}

/** Yarn looks for a forced version as such. */
function withForced(entries: readonly YarnEntry[], forced: readonly FileEdit[]): YarnEntry[] {
  const names = new Set(forced.map(({ name, range }) => `${/(?:@[^/]+\/)?[^/]+$/.exec(name)?.[0]}@${range}`));
  return entries.map((entry) => {
    const descriptor = `${entry.name}@${entry.version}`;
    const isForced = names.has(descriptor) && !entry.descriptors.includes(descriptor);
    return isForced ? { ...entry, descriptors: [...entry.descriptors, descriptor] } : entry;
  });
}
