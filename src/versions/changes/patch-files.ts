import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Run } from "../../run/run.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { VersionsRequest } from "../request.ts";

/** The files with the patches of a run. */
export interface PatchPaths {
  readonly cause: string;
  readonly fix?: string;
}

/** Writes the patches to `--output`, or else into the folder of the run, where no version is read from. */
export function writePatches(
  run: Run,
  { output }: VersionsRequest,
  patches: { readonly cause: Uint8Array; readonly fix?: Uint8Array },
): PatchPaths {
  const cause = output ?? run.record.prepareOutputPath("cause.patch");
  mkdirSync(dirname(cause), { recursive: true });
  writeFileAtomically(cause, patches.cause);
  if (patches.fix === undefined) return { cause };
  const fix = output?.replace(/(\.patch)?$/, ".fix.patch") ?? run.record.prepareOutputPath("fix.patch");
  writeFileAtomically(fix, patches.fix);
  return { cause, fix };
}
