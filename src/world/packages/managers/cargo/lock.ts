import compareVersions from "semver/functions/compare.js";
import { parse } from "smol-toml";
import { reasonOf } from "../../../../core/reason.ts";
import { UserError } from "../../../../core/user-error.ts";
import { NotInstalled } from "../../not-installed.ts";
import type { SideFiles } from "../manager.ts";

/** An entry of a Cargo.lock. */
export interface Crate {
  readonly name: string;
  readonly version: string;
  /** Undefined: a crate of the project itself. */
  readonly source?: string;
  readonly checksum?: string;
  readonly replace?: string;
  /** What it requires: entries of the same lockfile. */
  readonly needs: readonly Crate[];
}

export interface CargoLock {
  /** What is before the first entry. */
  readonly head: string;
  readonly crates: readonly Crate[];
  /** What comes after the last entry, such as patches that are not used. */
  readonly tail: string;
}

type Entry = Omit<Crate, "needs"> & { readonly dependencies?: readonly string[] };

/** Reads the lockfile of one side. */
export function readCargoLock({ name, lockfile, read }: SideFiles): CargoLock {
  const text = (read(lockfile) ?? "").replaceAll("\r\n", "\n");
  const of = `${lockfile} of ${name}`;
  const { version, package: entries = [] } = parsed(text, of) as { version?: number; package?: Entry[] };
  if (version === undefined && /^\[metadata\]$/m.test(text))
    throw new NotInstalled(
      `${of} has the form of 2019 or before.`,
      "cargo update --workspace writes it in a newer one.",
    );
  const start = text.search(/^\[\[package\]\]$/m);
  const end = text.search(/^\[(?!\[package\]\])/m);
  const crates = entries.map((entry) => ({ ...entry, needs: [] as Crate[] }));
  const byName = cratesByName(crates);
  for (const crate of crates) {
    const { dependencies = [] } = crate as Entry;
    crate.needs = dependencies.map((reference) => {
      const found = referred(reference, byName);
      if (!found)
        throw new UserError(`${of} is damaged: ${crate.name} requires ${reference}, which it does not contain.`);
      return found;
    });
  }
  return {
    head: start === -1 ? text : text.slice(0, start),
    crates,
    tail: end === -1 || start === -1 ? "" : text.slice(Math.max(start, end)),
  };
}

/** As cargo writes it: sorted, and with no more in a reference than is needed to be clear. */
export function writeCargoLock({ head, crates, tail }: CargoLock): string {
  const byName = cratesByName(crates);
  const reference = ({ name, version, source }: Crate) => {
    const same = byName.get(name) ?? [];
    if (same.length < 2) return name;
    const isClear = same.filter((each) => each.version === version).length < 2;
    return isClear || source === undefined ? `${name} ${version}` : `${name} ${version} (${source})`;
  };
  const entry = (crate: Crate) => {
    const { name, version, source, checksum, replace, needs } = crate;
    const values = Object.entries({ name, version, source, checksum });
    const references = needs.map(reference).sort(byCodePoint);
    return [
      "[[package]]",
      ...values.flatMap(([key, value]) => (value === undefined ? [] : [`${key} = ${JSON.stringify(value)}`])),
      ...(references.length === 0
        ? []
        : ["dependencies = [", ...references.map((each) => ` ${JSON.stringify(each)},`), "]"]),
      ...(replace === undefined ? [] : [`replace = ${JSON.stringify(replace)}`]),
      "",
    ].join("\n");
  };
  const sorted = [...crates].sort((a, b) => byCodePoint(a.name, b.name) || compareVersions(a.version, b.version));
  return `${head}${sorted.map(entry).join("\n")}${tail === "" ? "" : `\n${tail}`}`;
}

/** Versions that one requirement may accept: cargo has one of them at most, and upgrades only among them. */
export function lineOf(version: string): string {
  const [major = "0", minor = "0", patch = "0"] = version.split(/[.+-]/);
  return major !== "0" ? major : minor !== "0" ? `0.${minor}` : `0.0.${patch}`;
}

function cratesByName<C extends Crate>(crates: readonly C[]): Map<string, C[]> {
  const byName = new Map<string, C[]>();
  for (const crate of crates) byName.set(crate.name, [...(byName.get(crate.name) ?? []), crate]);
  return byName;
}

function parsed(text: string, of: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UserError(`${of} cannot be read: ${reasonOf(error)}`);
  }
}

function referred(reference: string, byName: ReadonlyMap<string, readonly Crate[]>): Crate | undefined {
  const [, name = "", version, source] = /^(\S+)(?: (\S+))?(?: \((.*)\))?$/.exec(reference) ?? [];
  const same = (byName.get(name) ?? []).filter((each) => version === undefined || each.version === version);
  return same.find((each) => each.source?.replace(/#.*/, "") === source?.replace(/#.*/, "")) ?? same[0];
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
