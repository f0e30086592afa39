import { join } from "node:path";
import { RunRecord } from "../run/record/record.ts";
import { lstatIfThere } from "../world/files/stat-if-there.ts";
import type { Roots } from "./roots.ts";

/** The records of a folder, the newest first. One that is a link is left out: it may lead to what lies outside of the roots. */
export function ownRecords(folder: string): RunRecord[] {
  return RunRecord.all(folder).filter((record) => !isLink(record.folder));
}

/** The record of that very name, unless it is a link. */
export function ownRecord(folder: string, run: string): RunRecord | undefined {
  const record = RunRecord.named(folder, run);
  return record && isLink(record.folder) ? undefined : record;
}

/** The records inside of one, in the order of their names; links are left out here, too. */
export function ownInnerRecords(outer: RunRecord): RunRecord[] {
  if (isLink(join(outer.folder, "inner"))) return [];
  return RunRecord.innerOf(outer).filter((record) => !isLink(record.folder));
}

/** Refuses to run tests of a record that are run in a folder outside of the roots: a record may be anybody's. */
export function checkPlace({ header }: RunRecord, roots: Roots): void {
  for (const cwd of [header.cwd, header.request.cwd]) roots.check(cwd, `The folder of the run ${header.run}, ${cwd},`);
}

function isLink(path: string): boolean {
  return lstatIfThere(path)?.isSymbolicLink() ?? false;
}
