import { join } from "node:path";
import { Repository } from "./repository.ts";

/** For each file below a folder that is as git's index has it, its position there, which is the order of a checkout. */
export function indexPositions(folder: string): Map<string, number> {
  const positions = new Map<string, number>();
  const repository = Repository.containing(folder);
  if (!repository) return positions;
  const list = (...words: string[]) => repository.fields(["ls-files", "-z", ...words]);
  for (const [i, path] of list().entries()) positions.set(join(repository.root, path), i);
  for (const path of list("--modified")) positions.delete(join(repository.root, path));
  return positions;
}
