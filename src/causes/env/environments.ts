import { UserError } from "../../core/user-error.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { readNamedFile } from "../../world/files/read-named-file.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { readVariables, type Variables } from "./env-file.ts";
import type { EnvRequest } from "./request.ts";

/** Two environments, as far as the files tell. */
export interface Environments {
  readonly old: Variables;
  readonly now: Variables;
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

/** The names of the variables that differ, in order. Those of which each test has its own are none of them. */
export function differing(environments: Environments): string[] {
  const { old, now } = environments;
  return namesIn(environments).filter((name) => old.get(name)?.value !== now.get(name)?.value);
}

/** The names in either file, in order. */
export function namesIn({ old, now }: Environments): string[] {
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isOurs.test(name)).sort();
}

const isOurs = /^(?:TMPDIR|CULPRIT_CWD|CULPRIT_SLOT|CULPRIT_TRIAL)$/;
