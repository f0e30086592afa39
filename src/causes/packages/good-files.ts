import { join } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import { type Composed, lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { overridesFor } from "../../world/packages/composed-overrides.ts";
import { manifestFor } from "../../world/packages/manifest-for.ts";
import type { Overrides } from "../../world/packages/manifest-text.ts";
import { lockfileName, type PackageSides } from "../../world/packages/package-list.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";

/** A lockfile with some of the upgrades, and the files of a project that has it. */
export interface GoodFiles extends Composed {
  readonly overrides: Overrides;
  /** The lockfile and package.json, by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether package.json has to be another one. */
  readonly changesManifest: boolean;
}

export function goodFiles(sides: PackageSides, upgrades: Upgrades, passing: DeltaSet): GoodFiles {
  const { project } = sides;
  const composed = lockfileWith(sides, upgrades, passing);
  const overrides = overridesFor(sides, upgrades, passing);
  const files = new Map([[lockfileName(project), composed.text]]);
  const bytes = project.version.items.get(join(project.inside, "package.json"))?.bytes();
  if (!bytes) return { ...composed, overrides, files, changesManifest: false };
  const needs = { before: sides.new.lockfile.root, after: composed.root, overrides };
  const before = Buffer.from(bytes).toString("utf8");
  const after = manifestFor(before, needs);
  return { ...composed, overrides, files: files.set("package.json", after), changesManifest: after !== before };
}
