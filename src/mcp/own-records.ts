import { lstatSync } from "node:fs";
import { RunRecord } from "../run/record/record.ts";
import type { Roots } from "./roots.ts";

/** The records of a folder, the newest first. One that is a link is left out: it may lead to what lies outside of the roots. */
export function ownRecords(folder: string): RunRecord[] {
  return RunRecord.all(folder).filter((record) => !lstatSync(record.folder).isSymbolicLink());
}

/** Refuses to run tests of a record that are run in a folder outside of the roots: a record may be anybody's. */
export function checkPlace({ header }: RunRecord, roots: Roots): void {
  for (const cwd of [header.cwd, header.request.cwd]) roots.check(cwd, `The folder of the run ${header.run}, ${cwd},`);
}
