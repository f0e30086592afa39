import { UserError } from "../../../core/user-error.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { readNamedFile } from "../../../world/files/read-named-file.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import type { ListedRequest } from "./request.ts";
import { readVersions, type VersionList } from "./version-list.ts";

export interface VersionLists {
  readonly old: VersionList;
  readonly now: VersionList;
  readonly contents: readonly [old: string, now: string];
}

/** Reads the two lists of a request. */
export function readLists({ old, new: now, cwd }: Pick<ListedRequest, "old" | "new" | "cwd">): VersionLists {
  const [before, after] = [old, now].map((path) => {
    const name = shortPath(path, cwd);
    const bytes = readNamedFile(path, name, () => {
      throw new UserError(`${name} is a folder: with --install, name a file with a name and a version in each line.`);
    });
    return { versions: readVersions(new TextDecoder().decode(bytes), name), hash: contentHash(bytes) };
  });
  return { old: before!.versions, now: after!.versions, contents: [before!.hash, after!.hash] };
}
