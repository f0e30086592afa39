import { UserError } from "../../../core/user-error.ts";
import { Repository } from "../../../world/git/repository.ts";
import type { GreenMemory } from "../green/green-memory.ts";
import type { Capture } from "./capture.ts";

/** The tree of a capture, in the store of this folder. Undefined: the capture has none. */
export function takeInFiles({ store }: GreenMemory, { files }: Capture, cwd: string): string | undefined {
  if (!files) return undefined;
  const { tree, base, pack } = files;
  const repository = Repository.containing(cwd);
  try {
    store.unpack(Buffer.from(pack, "base64"), repository);
  } catch {
    // What is missing shows below.
  }
  if (store.has(tree)) return tree;
  throw new UserError(
    base === undefined
      ? "The files in the capture are damaged: capture it again."
      : `The capture has the files that differ from commit ${base.slice(0, 12)}, which is not in the repository here.\n` +
          `Get it with git fetch origin ${base}, or capture with --whole.`,
  );
}
