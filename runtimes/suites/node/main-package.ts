import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package whose program this process runs. */
export interface MainPackage {
  readonly name: string;
  readonly folder: string;
  /** The program. */
  readonly file: string;
}

/** Undefined: the program is in no package. */
export function mainPackage(program = process.argv[1]): MainPackage | undefined {
  if (program === undefined) return undefined;
  try {
    const file = realpathSync(program);
    return packageAround(file, dirname(file));
  } catch {
    return undefined;
  }
}

function packageAround(file: string, folder: string): MainPackage | undefined {
  const name = packageName(folder);
  if (name !== undefined) return { name, folder, file };
  return dirname(folder) === folder ? undefined : packageAround(file, dirname(folder));
}

function packageName(folder: string): string | undefined {
  try {
    return readPackage(folder).name;
  } catch {
    return undefined;
  }
}

export function packageVersion(folder: string): string {
  return readPackage(folder).version;
}

function readPackage(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
