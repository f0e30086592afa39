import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import { applyPatch } from "../../versions/changes/patch.ts";
import { Repository } from "../../world/git/repository.ts";
import { workingTree } from "../../world/tree/version.ts";
import type { ChangesRequest } from "./request.ts";

/** Copies the working tree and applies the patch; the copy stays in the folder of the run, for a resumed run to use. */
export function makePatchedTree(run: Run, { cwd }: ChangesRequest, patch: string): string {
  const repository = Repository.containing(cwd);
  if (!repository) throw new UserError("There is no git repository here any more.");
  const folder = run.record.prepareOutputPath("patched");
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  workingTree(repository).checkOut(partial);
  try {
    applyPatch(partial, readFileSync(patch));
  } catch (error) {
    throw new UserError(`The patch does not apply to the working tree: ${reasonOf(error)}.`);
  }
  renameSync(partial, folder);
  return folder;
}
