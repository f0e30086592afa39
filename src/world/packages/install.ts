import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { contentHash } from "../files/content-hash.ts";
import { isInstalled } from "./lockfile.ts";
import type { Overrides } from "./manifest-text.ts";
import { NotInstalled } from "./not-installed.ts";
import type { PackageSide } from "./package-list.ts";
import { type InstallerEnd, installerWords, runInstaller } from "./run-installer.ts";

/** Where and how to install. */
export interface InstallOptions {
  /** A folder of our own, created anew unless the same packages were installed there before. */
  readonly folder: string;
  /** The user's folder, for npm's settings and for packages that are files elsewhere. */
  readonly home: string;
  readonly signal: AbortSignal;
  /** Keeps npm's output. */
  readonly keep: (output: string) => void;
  /** `install` changes the lockfile where package.json asks for something else; default: `ci`. */
  readonly command?: "ci" | "install";
}

/**
 * Installs the packages of a lockfile as `npm ci` does in the project: with the packages' install scripts, if the user's
 * settings allow them. Of the project there is only what the lockfile contains, so none of its own scripts run.
 */
export async function installPackages(side: PackageSide, installing: InstallOptions): Promise<void> {
  const { folder } = installing;
  const done = join(folder, "installed");
  const content = contentHash(side.text);
  if (existsSync(done) && readFileSync(done, "utf8") === content) return;
  rmSync(folder, { recursive: true, force: true });
  prepare(side, installing);
  const { status, output } = await npm(installing);
  installing.signal.throwIfAborted();
  installing.keep(output);
  if (status !== 0) throw installError(side, installing, { status, output });
  writeFileSync(done, content);
}

function prepare(side: PackageSide, { folder, home }: InstallOptions): void {
  const { json, root, entries } = side.lockfile;
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o600 });
  };
  const at = (path: string, entry: unknown) => withAbsoluteFiles(entry, isInstalled(path) ? "" : path, home);
  const all = Object.fromEntries([["", root] as const, ...entries].map(([path, entry]) => [path, at(path, entry)]));
  const put = (path: string, value: object) => write(path, JSON.stringify(value, null, 2));
  put("package-lock.json", { ...withAbsoluteFiles(json, "", home), packages: all });
  put("package.json", { ...withoutScripts(at("", root)), ...withAbsoluteFiles(settingsOf(side), "", home) });
  for (const [path, entry] of entries)
    if (!isInstalled(path)) put(join(path, "package.json"), withoutScripts(at(path, entry)));
  for (const path of filesNamed(side)) {
    const bytes = side.read(path);
    if (bytes) write(path, bytes);
  }
  const settings = join(home, ".npmrc");
  // A link, as the folder may be in a record: it must not get the tokens.
  if (existsSync(settings)) symlinkSync(resolve(settings), join(folder, ".npmrc"));
}

/** A package.json, as far as a lockfile contains it. */
function withoutScripts(entry: object): object {
  return { ...entry, hasInstallScript: undefined };
}

/** Settings of a package.json that affect the installation but are not in the lockfile. */
function settingsOf(side: PackageSide): object {
  const { allowScripts } = manifestOf(side);
  return { overrides: overridesOf(side), allowScripts };
}

/** The versions that the project forces instead of those that packages ask for. */
export function overridesOf(side: PackageSide): Overrides {
  return side.overrides ?? (manifestOf(side).overrides as Overrides | undefined) ?? {};
}

function manifestOf({ read }: PackageSide): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(read("package.json")!).toString("utf8"));
  } catch {
    return {};
  }
}

/** Packages that are files of the project. */
function filesNamed(side: PackageSide): string[] {
  const { root, entries } = side.lockfile;
  const sources = [...entries.values()].map(({ resolved }) => resolved);
  const text = JSON.stringify([sources, root, overridesOf(side)]);
  const files = [...text.matchAll(/"file:(?!\/)([^"]*)"/g)].map(([, file]) => file!);
  return files.filter((file) => !isElsewhere(file)).map((file) => normalize(file));
}

function isElsewhere(file: string): boolean {
  return normalize(file).startsWith("..");
}

/** Makes `file:../a.tgz` absolute if it leads out of the project: it is relative to the user's folder, not to ours. */
function withAbsoluteFiles(value: unknown, folder: string, home: string): object {
  const text = JSON.stringify(value, (_, each: unknown) => {
    const file = typeof each === "string" ? /^file:(?!\/)(.*)/.exec(each)?.[1] : undefined;
    const path = file === undefined ? "" : join(folder, file);
    return isElsewhere(path) ? `file:${resolve(home, path)}` : each;
  });
  return JSON.parse(text);
}

/** Its result is offered besides, so it does not wait long for a network that is not there. */
const commands = { ci: ["ci"], install: ["install", "--fetch-retries=0"] };

/** Use the network only for what is not in npm's cache. */
const words = ["--prefer-offline", "--no-audit", "--no-fund", "--no-progress"];

async function npm({ folder, signal, command = "ci" }: InstallOptions): Promise<InstallerEnd> {
  const argv = ["npm", ...commands[command], ...words];
  return runInstaller({ argv, cwd: folder, environment: environment(), signal }).catch((error: unknown) => {
    const summary = `Cannot run npm to install the packages: ${reasonOf(error)}.`;
    throw new NotInstalled(summary, "Make sure that npm is in PATH.");
  });
}

/** Without the variables that an npm which started us has set for itself. */
function environment(): NodeJS.ProcessEnv {
  const own =
    /^(?:npm_config_local_prefix|npm_config_(?:include_)?workspaces?.*|npm_package_.*|npm_lifecycle_.*|INIT_CWD)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

function installError(
  { name }: PackageSide,
  { command = "ci" }: InstallOptions,
  { status, output }: InstallerEnd,
): NotInstalled {
  const told = output.replace(/^npm (?:warn|notice)\b.*/gm, "");
  return new NotInstalled(
    `npm ${command} cannot install the packages of ${name} (exit ${status}).`,
    `It printed:\n${installerWords(told, "first")}`,
  );
}
