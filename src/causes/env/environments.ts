import { UserError } from "../../core/user-error.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { readNamedFile } from "../../world/files/read-named-file.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { type EnvVariables, readVariables } from "./env-file.ts";
import type { EnvRequest } from "./request.ts";

/** The variables that the two files set, and the hashes of the files. */
export interface Environments {
  readonly old: EnvVariables;
  readonly now: EnvVariables;
  readonly contents: readonly [old: string, now: string];
}

/** Reads the two files of a request. */
export function readEnvironments(paths: Pick<EnvRequest, "old" | "new" | "cwd">): Environments {
  const read = (path: string) => {
    const name = shortPath(path, paths.cwd);
    const bytes = readNamedFile(path, name, () => {
      throw new UserError(`${name} is a folder: name a file of NAME=VALUE lines.`);
    });
    return { variables: readVariables(bytes, name), hash: contentHash(bytes) };
  };
  const [old, now] = [read(paths.old), read(paths.new)];
  return { old: old.variables, now: now.variables, contents: [old.hash, now.hash] };
}

/** The names of the variables that differ, in order. */
export function differingNames(environments: Environments): string[] {
  const { old, now } = environments;
  return namesIn(environments).filter((name) => old.get(name)?.value !== now.get(name)?.value);
}

/** The names in either file, in order, without those that each test gets a value of its own for. */
export function namesIn({ old, now }: Environments): string[] {
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => !setForEachTest.test(name)).sort();
}

const setForEachTest = /^(?:TMPDIR|CULPRIT_CWD|CULPRIT_SLOT|CULPRIT_TRIAL)$/;
