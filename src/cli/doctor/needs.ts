import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { UserError } from "../../core/user-error.ts";
import { overlayObstacle } from "../../trial/isolation/overlays.ts";
import { canHaveOwnNetwork } from "../../trial/isolation/own-network.ts";
import { Sandbox } from "../../trial/isolation/sandbox.ts";
import { faketimeLibrary } from "../../world/clock/false-clock.ts";

/** Something that commands use, and how to get it. */
export interface Need {
  readonly name: string;
  /** What is done with it. */
  readonly for: string;
  /** Nothing works without it. */
  readonly isRequired?: true;
  /** What was found, as a version; throws a UserError that says why it is not there. */
  readonly find: () => string;
  /** One line that installs it; undefined: the message says what to do. */
  readonly install?: string;
  /** Without perl it is not known whether it is there. */
  readonly needsPerl?: true;
}

const apt = (name: string) => `sudo apt-get install ${name}`;

/** All that culprit's commands may need, the most common first. */
export const needs: readonly Need[] = [
  { name: "Node.js", for: "everything", isRequired: true, find: () => process.version },
  {
    name: "perl",
    for: "everything",
    isRequired: true,
    find: () => perl(),
    install: apt("perl-base"),
  },
  { name: "git", for: "changes, history, why, packages, ci", find: program("git", "--version"), install: apt("git") },
  { name: "npm", for: projectsOf("npm"), find: program("npm", "--version"), install: apt("npm") },
  {
    ...{ name: "trees in place", for: "changes, history, why: tests run at the paths that they know" },
    ...{ find: findOverlays, needsPerl: true },
  },
  { name: "own network", for: "why: ports that are in use", find: findNetwork, needsPerl: true },
  { name: "bubblewrap", for: "--sandbox", find: findSandbox, install: apt("bubblewrap"), needsPerl: true },
  { name: "libfaketime", for: "clock; why: dates", find: faketimeLibrary, install: apt("faketime") },
  {
    name: "C compiler",
    for: "schedule of C, C++ and Rust",
    find: program("cc", "--version"),
    install: apt("gcc libc6-dev"),
  },
  { name: "gdb", for: "state of C and C++; schedule debug", find: program("gdb", "--version"), install: apt("gdb") },
  {
    name: "Python",
    for: `state of Python; ${projectsOf("pip and Poetry")}`,
    find: program("python3", "--version"),
    install: apt("python3"),
  },
  {
    name: "Go",
    for: `state of Go; ${projectsOf("Go")}`,
    find: program("go", "version"),
    install: apt("golang-go"),
  },
  {
    name: "delve",
    for: "state of Go",
    find: program("dlv", "version"),
    install: "go install github.com/go-delve/delve/cmd/dlv@latest",
  },
  { name: "JDK", for: "state of Java", find: program("javac", "-version"), install: apt("default-jdk-headless") },
  {
    name: "pip",
    for: projectsOf("pip and Poetry"),
    find: program("python3", "-m", "pip", "--version"),
    install: apt("python3-pip"),
  },
  { name: "uv", for: projectsOf("uv"), find: program("uv", "--version"), install: "pipx install uv" },
  {
    name: "Poetry",
    for: "packages, changes: tests that start with poetry run",
    find: program("poetry", "--version"),
    install: "pipx install poetry",
  },
  ...["pnpm", "yarn", "bun"].map((name) => ({
    ...{ name, for: projectsOf(name), find: program(name, "--version"), install: `npm install --global ${name}` },
  })),
  { name: "Cargo", for: projectsOf("Cargo"), find: program("cargo", "--version"), install: apt("cargo") },
  {
    name: "engine packages",
    for: "--engine",
    find: packages("@connectrpc/connect-node", "@bufbuild/protobuf"),
    install: "npm install @connectrpc/connect-node@2.1.1 @connectrpc/connect@2.1.1 @bufbuild/protobuf@2.17.0",
  },
  {
    name: "MCP package",
    for: "mcp",
    find: packages("@modelcontextprotocol/server"),
    install: "npm install @modelcontextprotocol/server@2.4.0",
  },
];

function projectsOf(manager: string): string {
  return `packages, changes: projects of ${manager}`;
}

/** The first line that a program prints about itself. */
function program(name: string, ...words: readonly string[]): () => string {
  return () => {
    const { error, status, stdout, stderr } = spawnSync(name, words, { encoding: "utf8", timeout: 30_000 });
    if (error && "code" in error && error.code === "ENOENT") throw new UserError(`${name} is not in PATH`);
    const lines = `${stdout}${stderr}`.split("\n");
    if (status !== 0) throw new UserError(`${[name, ...words].join(" ")} fails: ${lines[0]!.trim()}`);
    return (lines.find((line) => /\d/.test(line)) ?? lines[0]!).trim();
  };
}

function packages(...names: readonly string[]): () => string {
  return () => {
    const require = createRequire(import.meta.url);
    for (const name of names) {
      try {
        require.resolve(name);
      } catch {
        throw new UserError(`${name} is not installed`);
      }
    }
    return names.join(", ");
  };
}

export const perl = program("perl", "-e", "print $^V");

function findOverlays(): string {
  const obstacle = overlayObstacle(tmpdir());
  if (obstacle !== undefined) throw new UserError(`${obstacle}; tests run in copies at other paths instead`);
  return "the system lets culprit mount them";
}

function findNetwork(): string {
  if (!canHaveOwnNetwork()) throw new UserError("the system does not allow namespaces");
  return "the system lets culprit make them";
}

function findSandbox(): string {
  Sandbox.open(process.cwd());
  return program("bwrap", "--version")();
}
