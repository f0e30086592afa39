import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LockedSides, lockText } from "../../../versions/packages/locked/locked-context.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { SideFiles } from "../../../world/packages/managers/manager.ts";
import type { Project } from "../../../world/packages/package-list.ts";
import { treeHash } from "../../../world/tree/tree-hash.ts";
import { type LocatedSide, locateSides } from "../locate-side.ts";
import { projectTree } from "../read-sides.ts";
import { chooseManager } from "./choose-manager.ts";
import type { LockedRequest } from "./request.ts";

export function readLocked(request: Pick<LockedRequest, "old" | "new" | "cwd" | "manager">): LockedSides {
  const located = locateSides(request);
  const chosen = chooseManager(located, request.manager);
  return {
    old: filesOf(located.old, chosen.old),
    new: filesOf(located.new, chosen.new),
    project: withoutEnvironments(located.project),
  };
}

/** Virtual environments of Python are installed packages, even if git does not ignore them. */
function withoutEnvironments(project: Project): Project {
  const { version } = project;
  const configs = [...version.items.keys()].filter((path) => path.endsWith("/pyvenv.cfg"));
  if (configs.length === 0) return project;
  const folders = configs.map((path) => `${dirname(path)}/`);
  const items = [...version.items].filter(([path]) => !folders.some((folder) => path.startsWith(folder)));
  const checkOut = (into: string) => {
    version.checkOut(into);
    for (const folder of folders) rmSync(join(into, folder), { recursive: true, force: true });
  };
  return { ...project, version: { ...version, items: new Map(items), checkOut } };
}

/** Hashes of all that the outcomes depend on besides the test. */
export function lockedHashes(request: LockedRequest, { old, new: now, project }: LockedSides): string[] {
  return [old, now]
    .map(lockText)
    .map(contentHash)
    .concat(treeHash(projectTree(project, request)));
}

function filesOf({ name, read, listFolders }: LocatedSide, lockfile: string): SideFiles {
  const text = (path: string) => {
    const bytes = read(path);
    return (
      bytes &&
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\ufeff/, "")
    );
  };
  return { name, lockfile, read: text, listFolders };
}
