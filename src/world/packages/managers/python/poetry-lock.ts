import { bringersAmong } from "../bringers.ts";
import type { LockDifference, SideFiles } from "../manager.ts";
import { type Block, type BlockFile, blocksByName, blockText, readBlocks, versionsOf } from "../package-blocks.ts";
import { requirementChain } from "../requirement-chain.ts";
import { pythonManifestNeeds } from "./manifest-needs.ts";
import { canonicalName } from "./names.ts";
import { type PoetryProject, readPoetryProject } from "./pyproject.ts";
import { isRuledOut } from "./version-specifier.ts";

/** A package of a poetry.lock, as far as it matters here. */
interface PoetryPackage {
  readonly name: string;
  readonly version: string;
  /** Only for extras of the project. */
  readonly optional?: boolean;
  readonly groups?: readonly string[];
  /** Where it is installed; since Poetry 2, perhaps for each group. */
  readonly markers?: string | Readonly<Record<string, string>>;
  readonly files?: readonly { readonly file: string; readonly hash: string }[];
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly source?: PoetrySource;
}

interface PoetrySource {
  readonly type: string;
  readonly url: string;
  readonly reference?: string;
  readonly resolved_reference?: string;
}

type PoetryBlock = Block<PoetryPackage>;

interface PoetrySide {
  readonly file: BlockFile<PoetryPackage>;
  readonly byName: ReadonlyMap<string, readonly PoetryBlock[]>;
  readonly project: PoetryProject;
}

/** The pins of a candidate, from which it is installed, beside its lockfile. */
export const pinsFile = ".culprit-requirements.txt";

export function comparePoetryLocks(old: SideFiles, now: SideFiles): LockDifference {
  const after = readSide(now, readPoetryProject(now));
  // A lockfile that is named alone has no manifest beside it; then what the project requires is the same.
  const before = readSide(old, old.read("pyproject.toml") === undefined ? after.project : readPoetryProject(old));
  const names = [...new Set([...before.byName.keys(), ...after.byName.keys()])].sort();
  const moved = new Set(names.filter((name) => isMoved(name, before, after)));
  const parentsOf = requirersIn(after);
  const bringersOf = bringersIn(before, after);
  const packages = [...moved].map((name) => ({
    ...{ name, old: versionsOf(before.byName.get(name)), new: versionsOf(after.byName.get(name)) },
    requiredBy: requirementChain(name, parentsOf, (each) => after.project.required.has(each)),
    ...(after.byName.has(name) && bringersOf(name).length > 0 ? { broughtBy: bringersOf(name) } : {}),
  }));
  const manifests = ["pyproject.toml"];
  return {
    ...{ manifests, packages },
    manifestNeeds: (isUpgraded) =>
      pythonManifestNeeds(
        { old, now, paths: manifests },
        packages.filter(({ name }) => !isUpgraded(name)),
      ),
    temporary: [pinsFile],
    compose: (isUpgraded) => {
      const isOld = (name: string) => moved.has(name) && !isUpgraded(name);
      const isNew = ![...moved].some(isOld);
      const blocks = isNew ? after.file.blocks : chooseBlocks(before, after, isOld);
      const texts = blocks.map(({ text }) => text);
      return new Map([
        [now.lockfile, isNew ? now.read(now.lockfile)! : blockText(after.file, texts)],
        [pinsFile, pinsOf(blocks, after.project)],
      ]);
    },
  };
}

function readSide(files: SideFiles, project: PoetryProject): PoetrySide {
  const file = readBlocks<PoetryPackage>(files);
  const blocks = file.blocks.map(({ text, data }) => ({ text, data: { ...data, name: canonicalName(data.name) } }));
  return { file: { ...file, blocks }, byName: blocksByName(blocks), project };
}

function isMoved(name: string, before: PoetrySide, after: PoetrySide): boolean {
  const [old, now] = [before.byName.get(name), after.byName.get(name)];
  if (old && now) return versionsOf(old) !== versionsOf(now);
  return (now ? after : before).project.required.has(name);
}

function requirersIn({ byName }: PoetrySide): (name: string) => string[] {
  const parents = new Map<string, string[]>();
  for (const { data } of [...byName.values()].flat())
    for (const name of requiredBy(data)) parents.set(name, [...(parents.get(name) ?? []), data.name]);
  return (name) => parents.get(name) ?? [];
}

function bringersIn(before: PoetrySide, after: PoetrySide): (name: string) => string[] {
  const requirers = [...after.byName.values()].flat().map(({ data: { name, version, dependencies = {} } }) => ({
    ...{ name, version },
    ranges: Object.entries(dependencies).flatMap(([each, value]) => rangesOf(each, value)),
  }));
  const versionsBefore = (name: string) => (before.byName.get(name) ?? []).map(({ data }) => data.version);
  return bringersAmong(requirers, versionsBefore, isRuledOut);
}

/** As in: ">=1", { version = ">=1", markers = "…" }; of several, which one counts depends on the machine. */
function rangesOf(name: string, value: unknown): [string, string][] {
  const range = typeof value === "string" ? value : (value as { readonly version?: unknown } | null)?.version;
  return typeof range === "string" ? [[canonicalName(name), range]] : [];
}

function requiredBy({ dependencies = {} }: PoetryPackage): string[] {
  return Object.keys(dependencies).map(canonicalName);
}

/** The packages of a candidate: from what the project requires, with what any of them requires and one side has. */
function chooseBlocks(before: PoetrySide, after: PoetrySide, isOld: (name: string) => boolean): PoetryBlock[] {
  const isLeftOut = (name: string) => isOld(name) && !before.byName.has(name);
  const isAdded = (name: string) => after.byName.has(name) || isOld(name);
  const pending = [
    ...[...after.project.required].filter((name) => !isLeftOut(name)),
    ...[...before.project.required].filter(isAdded),
  ];
  const chosen = new Map<string, readonly PoetryBlock[]>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (chosen.has(name)) continue;
    const [old, now] = [before.byName.get(name), after.byName.get(name)];
    const blocks = (isOld(name) ? old : (now ?? old)) ?? now ?? [];
    chosen.set(name, blocks);
    pending.push(...blocks.flatMap(({ data }) => requiredBy(data)));
  }
  return [...chosen.keys()].sort().flatMap((name) => chosen.get(name)!);
}

/** What Poetry installs of these by default: no extras of the project, and no groups that are optional. */
function pinsOf(blocks: readonly PoetryBlock[], { optionalGroups, isPackage }: PoetryProject): string {
  const wanted = blocks.filter(
    ({ data: { optional, groups } }) => !optional && (!groups || groups.some((group) => !optionalGroups.has(group))),
  );
  const conditions = conditionsIn(blocks);
  const indexes = wanted.flatMap(({ data: { source } }) => (source?.type === "legacy" ? [source.url] : []));
  const lines = [
    ...[...new Set(indexes)].map((url) => `--extra-index-url ${url}`),
    ...(isPackage ? ["-e ."] : []),
    ...wanted.map(({ data }) => pinOf(data, conditions(data))),
  ];
  return `${lines.join("\n")}\n`;
}

function pinOf({ name, version, source, files = [] }: PoetryPackage, condition: string): string {
  if (source?.type === "directory") return `-e ${source.url}`;
  const where = condition === "" ? "" : ` ; ${condition}`;
  const reference = source?.resolved_reference ?? source?.reference;
  if (source?.type === "git") return `${name} @ git+${source.url}@${reference}${where}`;
  if (source?.type === "url") return `${name} @ ${source.url}${where}`;
  if (source?.type === "file") return source.url;
  const hashes = files.map(({ hash }) => ` --hash=${hash}`).join("");
  return `${name}==${version}${where}${hashes}`;
}

/** Where a package is installed. Older lockfiles say that only where it is required. */
function conditionsIn(blocks: readonly PoetryBlock[]): (data: PoetryPackage) => string {
  const byRequirement = new Map<string, (string | undefined)[]>();
  for (const { data } of blocks)
    for (const [name, each] of Object.entries(data.dependencies ?? {})) {
      const key = canonicalName(name);
      byRequirement.set(key, [...(byRequirement.get(key) ?? []), ...markersOf(each)]);
    }
  return ({ name, markers, groups }) => {
    if (typeof markers === "string") return markers;
    if (markers) return anyOf(groups?.map((group) => markers[group]) ?? Object.values(markers));
    return groups ? "" : anyOf(byRequirement.get(name) ?? [undefined]);
  };
}

/** Of a requirement, which may be a list of several. Whether an extra is wanted has been decided: the package is there. */
function markersOf(requirement: unknown): (string | undefined)[] {
  if (Array.isArray(requirement)) return requirement.flatMap(markersOf);
  const markers = (requirement as { markers?: string } | undefined)?.markers;
  return [markers?.includes("extra") ? undefined : markers];
}

function anyOf(markers: readonly (string | undefined)[]): string {
  const all = markers.filter((each) => each !== undefined);
  if (all.length < markers.length) return "";
  return [...new Set(all)].map((each, _, { length }) => (length > 1 ? `(${each})` : each)).join(" or ");
}
