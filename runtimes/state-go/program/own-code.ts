import { PlanFailure } from "../../shared/plan-errors.ts";
import type { Frame } from "../delve/api.ts";
import type { Delve } from "../delve/delve.ts";
import { isGenerated, packageOf } from "./function-names.ts";
import { goRootOf, OwnFiles } from "./own-files.ts";

/** The packages of a program that are its own, and what they declare. */
export interface OwnCode {
  readonly files: OwnFiles;
  /** `main`, `example.com/shop/cart`. */
  readonly packages: readonly string[];
  /** By delve's names. */
  readonly functions: readonly string[];
}

export async function findOwnCode(delve: Delve, program: string, root: string | undefined): Promise<OwnCode> {
  const [runtimeMain] = await delve.locations("runtime.main");
  const files = new OwnFiles(root, goRootOf(runtimeMain?.file));
  const all = (await delve.functions("")).filter((name) => !isGenerated(name));
  const [main] = await delve.locations("main.main");
  // That of `go test` is not, though it has code of files that are.
  const isMainOwn = main !== undefined && files.contains(main.file);
  const found = await findOwnPackages(delve, files, all);
  const packages = found.filter((name) => name !== "main" || isMainOwn);
  if (packages.length === 0) throw new PlanFailure("not-loaded", noDebugInformation(program, root));
  if (main?.function?.optimized) throw new PlanFailure("not-loaded", isOptimized(program));
  const isOwn = new Set(packages);
  return { files, packages, functions: all.filter((name) => isOwn.has(packageOf(name))) };
}

/** delve does not list the files of every package: then a function of it says where it is. */
async function findOwnPackages(delve: Delve, files: OwnFiles, functions: readonly string[]): Promise<string[]> {
  const listed = await delve.packages();
  const isOwn = (paths: readonly string[] | null) => paths?.some((path) => files.contains(path)) ?? false;
  const known = new Set(listed.map((each) => each.ImportPath));
  const others = new Map(functions.map((name) => [packageOf(name), name]));
  for (const name of known) others.delete(name);
  const found = await Promise.all(
    [...others].map(async ([name, example]) => {
      const locations = await delve.locations(example).catch(() => []);
      return isOwn(locations.map(({ file }) => file)) ? [name] : [];
    }),
  );
  return [...listed.filter((each) => isOwn(each.Files)).map((each) => each.ImportPath), ...found.flat()];
}

/** A regular expression for the names of what packages declare. */
export function packageFilter(packages: readonly string[]): string {
  const names = packages.map((each) => each.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `^(${names.join("|")})\\.`;
}

export function isOwnFrame({ files }: OwnCode, { file, function: called }: Frame): boolean {
  return called !== undefined && !isGenerated(called.name) && files.contains(file);
}

/** The compiler optimizes all functions of a package, or none. */
function isOptimized(program: string): string {
  return `${program} is optimized, so that variables are missing: build it with go build -gcflags='all=-N -l'`;
}

function noDebugInformation(program: string, root: string | undefined): string {
  const where = root === undefined ? "" : ` for files under ${root}`;
  return `${program} has no debug information${where}: build it with go build -gcflags='all=-N -l', without -trimpath and -ldflags=-w`;
}
