import type { MovedPackage } from "../manager.ts";
import { type CargoLock, type Crate, lineOf } from "./lock.ts";

/** The crates of one lockfile by their keys. */
export interface CargoSide {
  readonly lock: CargoLock;
  /** Name and line, as in syn@2; the same on both sides. */
  readonly keyOf: (crate: Crate) => string;
  readonly crates: ReadonlyMap<string, Crate>;
}

/** A delta: a crate that both sides have within one line of compatible versions, or that the project requires of another line. */
export interface CrateMove {
  readonly moved: MovedPackage;
  /** Where the crate is on either side; the same, unless the line is another. */
  readonly keys: { readonly old: string; readonly new: string };
  /** The crates of the project that require another line of it. */
  readonly members: ReadonlySet<string>;
}

export function sideOf(lock: CargoLock, keyOf: CargoSide["keyOf"]): CargoSide {
  return { lock, keyOf, crates: new Map(lock.crates.map((crate) => [keyOf(crate), crate])) };
}

/** The line alone tells crates of one name apart, unless a lockfile has it from several sources. */
export function keysFor(locks: readonly CargoLock[]): CargoSide["keyOf"] {
  const plain = ({ name, version }: Crate) => `${name}@${lineOf(version)}`;
  const several = new Set<string>();
  for (const { crates } of locks) {
    const seen = new Set<string>();
    for (const key of crates.map(plain)) (seen.has(key) ? several : seen).add(key);
  }
  const address = ({ source = "path" }: Crate) => source.replace(/[?#].*/, "");
  return (crate) => (several.has(plain(crate)) ? `${plain(crate)} (${address(crate)})` : plain(crate));
}

/** The crates of the project itself. */
export function ownCrates({ lock }: CargoSide): Crate[] {
  return lock.crates.filter(({ source }) => source === undefined);
}
