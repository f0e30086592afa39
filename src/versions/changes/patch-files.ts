import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Run } from "../../run/run.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { VersionsRequest } from "../request.ts";

/** Where the patches of a run are. */
export interface PatchPaths {
  readonly cause: string;
  readonly fix?: string;
}

/** Writes the patches: where the user wants them, or else beside the journal, out of the way of the versions. */
export function writePatches(
  run: Run,
  { output }: VersionsRequest,
  patches: { readonly cause: Uint8Array; readonly fix?: Uint8Array },
): PatchPaths {
  const cause = output ?? run.record.place("cause.patch");
  mkdirSync(dirname(cause), { recursive: true });
  writeFileAtomically(cause, patches.cause);
  if (patches.fix === undefined) return { cause };
  const fix = output?.replace(/(\.patch)?$/, ".fix.patch") ?? run.record.place("fix.patch");
  writeFileAtomically(fix, patches.fix);
  return { cause, fix };
}
