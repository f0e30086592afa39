import { UserError } from "../../../../core/user-error.ts";
import { directIn, type LockGraph, type Requiring } from "../lock-graph.ts";
import type { SideFiles } from "../manager.ts";

/** A yarn.lock: of Yarn 1, or of a later one ("berry"), whose format is much like it. */
export interface YarnLockfile {
  readonly isBerry: boolean;
  /** All before the first entry. */
  readonly head: string;
  readonly entries: readonly YarnEntry[];
  /** By what is asked for: `qs@^6.5.0`, `qs@npm:^6.5.0`. */
  readonly byDescriptor: ReadonlyMap<string, YarnEntry>;
}

export interface YarnEntry {
  /** The same on both sides if it is the same package. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly descriptors: readonly string[];
  /** Descriptors of what it requires. */
  readonly requires: readonly string[];
  /** Its lines but for the first one. */
  readonly body: string;
}

export function readYarnLockfile({ name, lockfile, read }: SideFiles): YarnLockfile {
  const text = (read(lockfile) ?? "").replace(/\r\n/g, "\n");
  const isBerry = /^__metadata:/m.test(text);
  if (!isBerry && !text.includes("# yarn lockfile v1") && /^\S/m.test(text.replace(/^#.*$/gm, "")))
    throw new UserError(`${lockfile} of ${name} is no lockfile of yarn.`);
  const [first = "", ...blocks] = text.split(/\n(?=[^\s#:])/);
  const isHead = (block: string) => block.startsWith("#") || block.startsWith("__metadata:") || block.trim() === "";
  const all = [first, ...blocks];
  const entries = all.filter((block) => !isHead(block)).map((block) => readEntry(block, isBerry));
  return {
    isBerry,
    head: all.filter(isHead).join("\n").trimEnd(),
    entries,
    byDescriptor: new Map(entries.flatMap((entry) => entry.descriptors.map((each) => [each, entry] as const))),
  };
}

function readEntry(block: string, isBerry: boolean): YarnEntry {
  // A long key stands in a line of its own, after a question mark.
  const [, long, short, body = ""] = /^(?:\? (.*)\n:|(.*):)\n([\s\S]*)$/.exec(block.trimEnd()) ?? [];
  const header = long ?? short ?? "";
  const descriptors = isBerry
    ? unquoted(header).split(/ *, */)
    : Array.from(header.matchAll(/"([^"]*)"|([^\s,"]+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");
  const version = unquoted(/^ {2}version:? (.*)$/m.exec(body)?.[1] ?? "");
  const resolution = unquoted(/^ {2}resolution: (.*)$/m.exec(body)?.[1] ?? "");
  const name = nameOf(resolution === "" ? (descriptors[0] ?? "") : resolution);
  const requires = requiredIn(body).map(([each, range]) => descriptorOf(each, range, isBerry));
  return { key: resolution === "" ? `${name}@${version}` : resolution, name, version, descriptors, requires, body };
}

/** Names and ranges of what an entry requires. */
function requiredIn(body: string): [name: string, range: string][] {
  const required: [string, string][] = [];
  let isOpen = false;
  for (const line of body.split("\n")) {
    if (/^ {2}\S/.test(line)) isOpen = /^ {2}(?:dependencies|optionalDependencies):$/.test(line);
    const [, quoted, plain, range] = /^ {4}(?:"([^"]+)"|([^\s":]+)):? (.*)$/.exec(line) ?? [];
    if (isOpen && range !== undefined) required.push([quoted ?? plain ?? "", unquoted(range)]);
  }
  return required;
}

export function descriptorOf(name: string, range: string, isBerry: boolean): string {
  const hasProtocol = /^[\w+-]+:/.test(range);
  return `${name}@${isBerry && !hasProtocol ? "npm:" : ""}${range}`;
}

export function nameOf(descriptor: string): string {
  return descriptor.slice(0, descriptor.indexOf("@", 1));
}

/** The versions that a descriptor asks for. */
export function rangeOf(descriptor: string): string {
  return descriptor
    .slice(nameOf(descriptor).length + 1)
    .replace(/^patch:[^@]+@|#.*$/g, "")
    .replace("%3A", ":")
    .replace(/^npm:(?!.*.@)/, "");
}

function unquoted(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}

export function isWorkspace({ key }: YarnEntry): boolean {
  return key.includes("@workspace:");
}

/** The graph of a lockfile; `direct` are the descriptors of what the project and its workspaces require, the project first. */
export function yarnGraph(
  { entries, byDescriptor }: YarnLockfile,
  direct: Iterable<readonly [descriptor: string, Requiring]>,
  override: (descriptor: string, parent: string) => string,
): LockGraph {
  const keyOf = (descriptor: string) => byDescriptor.get(descriptor)?.key;
  const keysOf = (all: Iterable<string>) => Array.from(all, keyOf).filter((key) => key !== undefined);
  const packages = entries.filter((entry) => !isWorkspace(entry));
  const rangesIn = (required: readonly string[]) =>
    required.map((each) => [byDescriptor.get(each)?.name ?? nameOf(each), rangeOf(each)] as const);
  const nodes = packages.map(({ key, name, version, requires }) => {
    const keys = keysOf(requires.map((each) => override(each, name)));
    return [key, { name, version, requires: keys, ranges: rangesIn(requires) }] as const;
  });
  return { nodes: new Map(nodes), direct: directIn(Array.from(direct, ([each, by]) => [keyOf(each), by] as const)) };
}

/** A lockfile with these entries, laid out as yarn does. */
export function yarnLockfileText({ isBerry, head }: YarnLockfile, entries: readonly YarnEntry[]): string {
  const blocks = entries.map((entry) => {
    const descriptors = [...entry.descriptors].sort();
    const sortKey = descriptors.join(", ");
    const key = isBerry ? JSON.stringify(sortKey) : descriptors.map(quotedIfNeeded).join(", ");
    return { sortKey, text: `${key.length > 1024 && isBerry ? `? ${key}\n:` : `${key}:`}\n${entry.body}` };
  });
  const sorted = blocks.sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  return `${head}${isBerry ? "" : "\n"}\n\n${sorted.map(({ text }) => text).join("\n\n")}\n`;
}

/** As Yarn 1 does. */
function quotedIfNeeded(key: string): string {
  return /^(?:true|false|[^a-zA-Z])|[:\s\\",[\]]/.test(key) ? JSON.stringify(key) : key;
}
