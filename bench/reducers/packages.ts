import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache.ts";

/** The folder of an npm package, with its dependencies beside it; scripts of packages do not run. */
export function npmPackage(name: string, version: string): string {
  const folder = cached(`npm/${name.replace("/", "+")}-${version}`, (into) => {
    run(into, "npm", ["install", "--prefix", into, "--no-save", "--ignore-scripts", "--silent", `${name}@${version}`]);
  });
  return join(folder, "node_modules", name);
}

/** The root of a Debian package's files, unpacked but not installed. */
export function debianPackage(name: string, version: string): string {
  return cached(`debian/${name}-${version.replace(":", "+")}`, (into) => {
    run(into, "apt-get", ["download", `${name}=${version}`]);
    const archive = readdirSync(into).find((file) => file.endsWith(".deb"))!;
    run(into, "dpkg", ["-x", archive, into]);
  });
}

/** The folder of programs that a crate installs; building takes a minute. */
export function crate(name: string, version: string): string {
  const folder = cached(`cargo/${name}-${version}`, (into) => {
    run(into, "cargo", ["install", "--quiet", "--root", into, "--version", version, name]);
  });
  return join(folder, "bin");
}

/**
 * The interpreter of a virtual environment with these packages of PyPI. Their commands are run as modules: the scripts
 * name the interpreter by a path that holds no longer when the finished folder gets its name.
 */
export function pythonPackages(name: string, packages: readonly string[], replaced?: Replaced): string {
  const folder = cached(`python/${name}`, (into) => {
    run(into, newPython(), ["-m", "venv", into]);
    run(into, join(into, "bin", "python"), ["-m", "pip", "install", "--quiet", ...packages]);
    if (replaced) replace(into, replaced);
  });
  return join(folder, "bin", "python");
}

/** Another version of a dependency than the one asked for, and what it lacks. */
interface Replaced {
  readonly instead: string;
  readonly module: string;
  readonly added: string;
}

function replace(folder: string, { instead, module, added }: Replaced): void {
  const python = join(folder, "bin", "python");
  run(folder, python, ["-m", "pip", "install", "--quiet", instead]);
  const words = ["-c", `import ${module}; print(${module}.__file__)`];
  appendFileSync(execFileSync(python, words, { encoding: "utf8" }).trim(), `\n${added}\n`);
}

/** The folder of a package of PyPI, to read and not to run. */
export function pythonSource(name: string, version: string): string {
  return cached(`pypi/${name}-${version}`, (into) => {
    run(into, newPython(), ["-m", "pip", "install", "--quiet", "--no-deps", "--target", into, `${name}==${version}`]);
  });
}

/** shrinkray needs 3.12; Debian 12 has 3.11, so others on the path are preferred. */
function newPython(): string {
  const found = ["python3.12", "python3.13", "python3"].find((command) => {
    return spawnSync(command, ["--version"], { env: environment() }).status === 0;
  });
  if (!found) throw new Error("there is no python3");
  return found;
}

const pyenv = "pyenv";

/** With pyenv a version's own command is there only where that version is chosen; so all are. */
function environment(): NodeJS.ProcessEnv {
  const { stdout, status } = spawnSync(pyenv, ["versions", "--bare"], { encoding: "utf8" });
  return status === 0 ? { ...process.env, PYENV_VERSION: stdout.trim().split("\n").join(":") } : process.env;
}

function run(cwd: string, command: string, argv: readonly string[]): void {
  execFileSync(command, argv, { cwd, env: environment(), stdio: ["ignore", "ignore", "pipe"] });
}
