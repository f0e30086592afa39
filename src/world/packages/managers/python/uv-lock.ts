import { posix } from "node:path";
import { parse } from "smol-toml";
import type { LockDifference, SideFiles } from "../manager.ts";
import { type Block, type BlockFile, blocksByName, blockText, readBlocks, versionsOf } from "../package-blocks.ts";
import { requirementChain } from "../requirement-chain.ts";
import { pythonManifestNeeds } from "./manifest-needs.ts";

/** A package of a uv.lock, as far as it matters here. */
interface UvPackage {
  readonly name: string;
  readonly version?: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly "resolution-markers"?: readonly string[];
  readonly dependencies?: readonly UvReference[];
  readonly "optional-dependencies"?: Readonly<Record<string, readonly UvReference[]>>;
  readonly "dev-dependencies"?: Readonly<Record<string, readonly UvReference[]>>;
}

interface UvReference {
  readonly name: string;
  readonly version?: string;
  readonly source?: unknown;
  readonly marker?: string;
  readonly extra?: readonly string[];
}

type UvBlock = Block<UvPackage>;

/** One side: the packages of the project itself, and the others by name. */
interface UvSide {
  readonly file: BlockFile<UvPackage>;
  readonly own: readonly UvBlock[];
  readonly byName: ReadonlyMap<string, readonly UvBlock[]>;
  /** What the project's packages require themselves. */
  readonly required: ReadonlySet<string>;
}

export function compareUvLocks(old: SideFiles, now: SideFiles): LockDifference {
  const [before, after] = [readSide(old), readSide(now)];
  const names = [...new Set([...before.byName.keys(), ...after.byName.keys()])].sort();
  const moved = new Set(names.filter((name) => isMoved(name, before, after)));
  const parentsOf = requirersIn(after);
  const packages = [...moved].map((name) => ({
    ...{ name, old: versionsOf(before.byName.get(name)), new: versionsOf(after.byName.get(name)) },
    requiredBy: withMember(after, [...requirementChain(name, parentsOf, (each) => after.required.has(each)), name]),
  }));
  const manifests = manifestsOf([before, after]);
  return {
    ...{ manifests, packages },
    manifestNeeds: (isUpgraded) =>
      pythonManifestNeeds(
        { old, now, paths: manifests },
        packages.filter(({ name }) => !isUpgraded(name)),
      ),
    compose: (isUpgraded) => {
      const isOld = (name: string) => moved.has(name) && !isUpgraded(name);
      const text = [...moved].some(isOld) ? composeUvLock(before, after, isOld) : now.read(now.lockfile)!;
      return new Map([[now.lockfile, text]]);
    },
  };
}

function readSide(files: SideFiles): UvSide {
  const file = readBlocks<UvPackage>(files);
  const own = file.blocks.filter(({ data }) => isOwn(data));
  const others = file.blocks.filter(({ data }) => !isOwn(data));
  const ownNames = new Set(own.map(({ data }) => data.name));
  const required = own.flatMap(({ data }) => referencesOf(data)).filter(({ name }) => !ownNames.has(name));
  return { file, own, byName: blocksByName(others), required: new Set(required.map(({ name }) => name)) };
}

/** A chain of requirements without its end, and before it the member of the workspace that requires its start, unless the project does. */
function withMember({ own }: UvSide, [start, ...rest]: readonly string[]): string[] {
  const requiring = own.filter(({ data }) => referencesOf(data).some(({ name }) => name === start));
  const isProject = ({ source }: UvPackage) => ownSources.some((kind) => source[kind] === ".");
  const [member] = requiring.some(({ data }) => isProject(data)) ? [] : requiring;
  return [...(member ? [member.data.name] : []), start!, ...rest].slice(0, -1);
}

const ownSources = ["virtual", "editable", "directory"];

/** The project, and the members of its workspace. */
function isOwn({ source }: UvPackage): boolean {
  return ownSources.some((kind) => kind in source);
}

function manifestsOf(sides: readonly UvSide[]): string[] {
  const folders = sides.flatMap(({ own }) =>
    own.flatMap(({ data: { source } }) => ownSources.map((kind) => source[kind])),
  );
  const paths = folders
    .filter((each) => typeof each === "string")
    .map((folder) => posix.join(folder, "pyproject.toml"));
  return [...new Set(paths)].filter((path) => !path.startsWith(".."));
}

function referencesOf({ dependencies = [], ...more }: UvPackage): UvReference[] {
  const groups = [more["optional-dependencies"] ?? {}, more["dev-dependencies"] ?? {}];
  return [...dependencies, ...groups.flatMap((group) => Object.values(group).flat())];
}

function isMoved(name: string, before: UvSide, after: UvSide): boolean {
  const [old, now] = [before.byName.get(name), after.byName.get(name)];
  if (old && now) return versionsOf(old) !== versionsOf(now);
  return (now ? after : before).required.has(name);
}

function requirersIn({ byName }: UvSide): (name: string) => string[] {
  const parents = new Map<string, string[]>();
  for (const { data } of [...byName.values()].flat())
    for (const { name } of referencesOf(data)) parents.set(name, [...(parents.get(name) ?? []), data.name]);
  return (name) => parents.get(name) ?? [];
}

/** The new file with the packages that are old in their old versions; and with what any of them requires, and nothing else. */
function composeUvLock(before: UvSide, after: UvSide, isOld: (name: string) => boolean): string {
  const chosen = (name: string) => {
    const [old, now] = [before.byName.get(name), after.byName.get(name)];
    return (isOld(name) && (old || after.required.has(name)) ? old : (now ?? old)) ?? [];
  };
  const isLeftOut = (name: string) => isOld(name) && !before.byName.has(name);
  // What the project once required itself, it may now have by others, which are not in every candidate.
  const added = [...before.required].filter(
    (name) => !after.required.has(name) && (after.byName.has(name) || isOld(name)),
  );
  const texts = new Map<string, string>();
  const ownNames = new Set(after.own.map(({ data }) => data.name));
  const write = (text: string, key: string) => {
    const rewrite = (name: string, lines: readonly string[]) =>
      ownNames.has(name) || leadTo(chosen(name), lines) ? lines : referencesTo(chosen(name), name, lines);
    texts.set(key, rewriteReferences(text, rewrite));
  };
  const pending: string[] = [];
  for (const block of after.own) {
    const [first] = after.own;
    const text = withReferences(withoutReferences(block.text, isLeftOut), block === first ? added : []);
    write(text, `${block.data.name} 0`);
    pending.push(...referencesOf(block.data).flatMap(({ name }) => (isLeftOut(name) ? [] : [name])));
  }
  pending.push(...added);
  const seen = new Set(ownNames);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    chosen(name).forEach((block, i) => {
      write(block.text, `${name} ${i}`);
      pending.push(...referencesOf(block.data).map((each) => each.name));
    });
  }
  const keys = [...texts.keys()].sort((a, b) => (a < b ? -1 : 1));
  return blockText(
    after.file,
    keys.map((key) => texts.get(key)!),
  );
}

/** Whether references lead to packages that are there, and say which where there are several. */
function leadTo(targets: readonly UvBlock[], lines: readonly string[]): boolean {
  return lines
    .map(readReference)
    .every(({ version, source }) =>
      version === undefined
        ? targets.length === 1
        : targets.some(
            (each) => each.data.version === version && JSON.stringify(each.data.source) === JSON.stringify(source),
          ),
    );
}

const reference = /^ {4}(\{ name = "([^"]+)".*\}),?$/;

/** Gives the references of each list to a name, as a whole, to a function; what it returns stands in their place. */
function rewriteReferences(
  text: string,
  rewrite: (name: string, lines: readonly string[]) => readonly string[],
): string {
  const [lines, rest] = splitMetadata(text);
  const written: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const name = nameIn(lines[i]!);
    let end = i + 1;
    while (name !== undefined && end < lines.length && nameIn(lines[end]!) === name) end++;
    written.push(...(name === undefined ? [lines[i]!] : rewrite(name, lines.slice(i, end))));
    i = end;
  }
  return [...written, ...rest].join("\n");
}

function readReference(line: string): UvReference {
  return parse(`x = ${reference.exec(line)![1]}`).x as unknown as UvReference;
}

function nameIn(line: string): string | undefined {
  return reference.exec(line)?.[2];
}

/** What the project's manifest says is repeated at the end, and stays. */
function splitMetadata(text: string): [lines: string[], rest: string[]] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith("[package.metadata"));
  return start === -1 ? [lines, []] : [lines.slice(0, start), lines.slice(start)];
}

/** References to packages of the other side: each where its own markers say, under the conditions of the lines it replaces. */
function referencesTo(targets: readonly UvBlock[], name: string, lines: readonly string[]): string[] {
  const all = lines.map(readReference);
  const where = all.every(({ marker }) => marker !== undefined) ? [...new Set(all.map(({ marker }) => marker!))] : [];
  const extras = [...new Set(all.flatMap(({ extra }) => extra ?? []))];
  const extra = extras.length === 0 ? "" : `, extra = [${extras.map((each) => JSON.stringify(each)).join(", ")}]`;
  const isOne = targets.length === 1;
  return targets.map(({ data, text }) => {
    const markers = [where, isOne ? [] : (data["resolution-markers"] ?? [])].filter((each) => each.length > 0);
    const marker = markers.map((each) => (each.length === 1 ? each[0]! : `(${each.join(" or ")})`));
    const joined = marker.map((each) => (marker.length > 1 && / or /.test(each) ? `(${each})` : each)).join(" and ");
    const source = /^source = (\{.*\})$/m.exec(text)![1];
    const exact = isOne ? "" : `, version = "${data.version}", source = ${source}`;
    return `    { name = "${name}"${exact}${extra}${joined === "" ? "" : `, marker = ${JSON.stringify(joined)}`} },`;
  });
}

function withoutReferences(text: string, isLeftOut: (name: string) => boolean): string {
  return rewriteReferences(text, (name, lines) => (isLeftOut(name) ? [] : lines));
}

function withReferences(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  const lines = names.map((name) => `    { name = "${name}" },\n`).join("");
  if (/^dependencies = \[\n/m.test(text)) return text.replace(/^dependencies = \[\n/m, (start) => start + lines);
  return text.replace(/^source = .*\n/m, (source) => `${source}dependencies = [\n${lines}]\n`);
}
