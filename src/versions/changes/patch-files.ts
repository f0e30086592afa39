import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { PatchEntry } from "../../core/finding.ts";
import { patchUse } from "../../report/patch-use.ts";
import type { Run } from "../../run/run.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { VersionsRequest } from "../request.ts";

/** The names of patches of changes. */
export type ChangesPatchName = Exclude<PatchEntry["name"], "goodPatch">;

/** A patch, which version it is for, and what the test did with it. */
export interface Patch extends Omit<PatchEntry, "file" | "name"> {
  readonly name: ChangesPatchName;
  readonly content: Uint8Array;
}

/** Writes a patch to `--output` or beside it, or else into the folder of the run, where no version is read from. */
export function writePatch(run: Run, { output }: VersionsRequest, { content, ...patch }: Patch): PatchEntry {
  const name = fileNames[patch.name];
  const beside = patch.name === "cause" ? output : output?.replace(/(\.patch)?$/, `.${name}`);
  const entry = { ...patch, file: beside ?? run.record.prepareOutputPath(name) };
  savePatch(entry, content);
  return entry;
}

/** Writes a patch with what it is for. */
export function savePatch(patch: PatchEntry, content: Uint8Array): void {
  mkdirSync(dirname(patch.file), { recursive: true });
  writeFileAtomically(patch.file, withBase(patch, content));
}

const fileNames: Readonly<Record<ChangesPatchName, string>> = {
  cause: "cause.patch",
  fix: "fix.patch",
  causeOnOld: "cause-on-old.patch",
  fixOnNew: "fix-on-new.patch",
};

/** A patch with a first line that says what it is for; git ignores what comes before the first `diff`. */
export function withBase({ base, effect }: Pick<PatchEntry, "base" | "effect">, content: Uint8Array): Uint8Array {
  const use = patchUse({ base, effect });
  return Buffer.concat([Buffer.from(`# ${use[0]!.toUpperCase()}${use.slice(1)}.\n`), content]);
}
