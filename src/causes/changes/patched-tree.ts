import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import { applyPatch } from "../../versions/changes/patch.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { folderVersion } from "../../world/tree/folder-version.ts";
import type { Version } from "../../world/tree/version.ts";
import type { ChangesRequest } from "./request.ts";

/** The user's patch, and its hash when the run began. */
export type GivenPatch = Required<Pick<ChangesRequest, "patch">> & Pick<ChangesRequest, "patchHash">;

/** The working tree with the patch. It stays in the folder of the run, for a resumed run to use. */
export function patchedTree(run: Run, working: Version, { patch, patchHash }: GivenPatch): Version {
  const folder = run.record.prepareOutputPath("patched");
  const isSame = patchHash === undefined || patchHash === hashOfPatch(patch);
  if (existsSync(folder)) {
    if (!isSame) run.note("The patch has changed since the run began: the run goes on with it as it was then.");
  } else {
    if (!isSame) throw new UserError("The patch has changed since the run began: start a new run.");
    makePatchedTree(folder, working, patch);
  }
  return withModulesOf(working, folderVersion(folder, "the tree with the patch"));
}

/** Undefined if the patch cannot be read. */
export function hashOfPatch(patch: string): string | undefined {
  try {
    return contentHash(readFileSync(patch));
  } catch {
    return undefined;
  }
}

function makePatchedTree(folder: string, working: Version, patch: string): void {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  working.checkOut(partial);
  try {
    applyPatch(partial, readFileSync(patch));
  } catch (error) {
    throw new UserError(whyNotApplied(patch, error));
  }
  renameSync(partial, folder);
}

/** Git exits with 1 if a patch does not apply, and with another status if it cannot read it. */
function whyNotApplied(patch: string, error: unknown): string {
  const { status, stderr } = error as { readonly status?: number; readonly stderr?: Uint8Array };
  const lines = Buffer.from(stderr ?? "")
    .toString()
    .split("\n");
  const errors = lines.flatMap((line) => /^(?:error|fatal): (.+)/.exec(line)?.[1] ?? []);
  const reason = errors.length === 0 ? reasonOf(error) : errors.slice(0, maxErrors).join("; ");
  if (status === undefined || status === 1) return `The patch does not apply to the working tree: ${reason}.`;
  return `Git cannot read ${patch} as a patch: ${reason}.`;
}

const maxErrors = 3;

/** What is inside a submodule is not a file of this version. */
function withModulesOf({ items: old }: Version, version: Version): Version {
  const modules = [...old].filter(([, { kind }]) => kind === "module");
  const own = [...version.items].filter(([path]) => !modules.some(([module]) => path.startsWith(`${module}/`)));
  return { ...version, items: new Map([...own, ...modules]) };
}
