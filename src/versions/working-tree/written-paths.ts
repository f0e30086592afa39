import { relative } from "node:path";

/** The files that a run of a search among versions writes. */
export interface WrittenFiles {
  /** The file for the patch, `--output`; others go beside it. Absolute. */
  readonly output?: string;
  /** A folder for more patches; absolute. */
  readonly folder?: string;
}

/** Whether a path below `root` is one that the run writes, now or in an earlier session: that is no part of a version. */
export function isWrittenBy({ output, folder }: WrittenFiles, root: string): (path: string) => boolean {
  const file = output === undefined ? undefined : relative(root, output);
  const stem = `${file?.replace(/\.patch$/, "")}.`;
  const inside = folder === undefined ? undefined : relative(root, folder);
  return (path) =>
    (file !== undefined && (path === file || (path.startsWith(stem) && /\.(patch|partial)$/.test(path)))) ||
    (inside !== undefined && (path.startsWith(`${inside}/`) || path.startsWith(`${inside}.`)));
}
