import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** The settings of a project, as its file has them. */
export interface ConfigFile {
  /** For messages: the file, and where in it. */
  readonly name: string;
  /** The folder it is in: paths in it start from there. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

const ownFile = "culprit.config.json";

/**
 * The settings for a folder: in `culprit.config.json`, or under `culprit` in `package.json`, in the folder itself or the
 * nearest one above it. It ends at the top of a repository.
 */
export function findConfig(cwd: string): ConfigFile | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = configIn(folder, cwd);
    if (found || existsSync(join(folder, ".git")) || folder === dirname(folder)) return found;
  }
}

function configIn(folder: string, cwd: string): ConfigFile | undefined {
  const own = readObject(join(folder, ownFile));
  const inPackage = packageSettings(join(folder, "package.json"));
  if (own && inPackage !== undefined)
    throw new UserError(`Settings are both in ${ownFile} and under "culprit" in package.json of ${folder}: keep one.`);
  const name = (file: string) => relative(cwd, join(folder, file)) || file;
  if (own) return { name: name(ownFile), folder, settings: own };
  if (inPackage === undefined) return undefined;
  const where = `"culprit" in ${name("package.json")}`;
  return { name: where, folder, settings: asObject(inPackage, where) };
}

/** A package.json that cannot be read is the business of others. */
function packageSettings(path: string): unknown {
  try {
    return (readJson(path) as { readonly culprit?: unknown }).culprit;
  } catch {
    return undefined;
  }
}

function readObject(path: string): ConfigFile["settings"] | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return asObject(readJson(path), path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

/** Some editors begin a file with a byte order mark. */
function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
}

function asObject(value: unknown, name: string): ConfigFile["settings"] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ConfigFile["settings"];
  throw new UserError(`${name} has to be a JSON object.`);
}
