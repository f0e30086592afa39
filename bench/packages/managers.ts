import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  go,
  goTest,
  javaScript,
  javaScriptTest,
  python,
  pythonTest,
  rust,
  rustTest,
  type Upgrades,
  type Versions,
} from "./upgrades.ts";

/** A project whose packages are upgraded all at once, one of them to a version that breaks its test. */
export interface BenchProject {
  readonly manager: string;
  /** The program that has to be in PATH; usually the manager's own name. */
  readonly program?: string;
  /** How its version begins, where other managers have a program of that name. */
  readonly version?: RegExp;
  readonly upgrades: Upgrades;
  /** Each of them alone makes the test fail. */
  readonly culprits: readonly string[];
  /** Files of the project besides its manifest. */
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  /** Builds before each test. */
  readonly build?: string;
  /** Writes the manifest for these versions, and the lockfile that it stands for. */
  readonly lock: (folder: string, versions: Versions) => void;
  /** Installs a lockfile in a folder with nothing else but the project's files, from the manager's cache. */
  readonly fullInstall: (folder: string) => void;
  /** The lockfile first. */
  readonly locked: readonly string[];
}

const node = {
  ...{ upgrades: javaScript, culprits: ["chalk", "escape-string-regexp"], argv: ["node", "check.js"] },
  files: { "check.js": javaScriptTest, ".gitignore": "node_modules\n" },
} as const;
const snake = {
  ...{ upgrades: python, culprits: ["markupsafe"], argv: ["python", "check.py"] },
  files: { "check.py": pythonTest, ".gitignore": ".venv\nvenv\n" },
} as const;

export const projects: readonly BenchProject[] = [
  {
    ...{ ...node, manager: "npm", locked: ["package-lock.json", "package.json"] },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "npm", ["install", "--package-lock-only", "--no-audit", "--no-fund", "--silent"]);
    },
    fullInstall: (folder) => run(folder, "npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--silent"]),
  },
  {
    ...{ ...node, manager: "pnpm", locked: ["pnpm-lock.yaml", "package.json"] },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "pnpm", ["install", "--lockfile-only", "--no-frozen-lockfile", "--silent"]);
    },
    fullInstall: (folder) => run(folder, "pnpm", ["install", "--frozen-lockfile", "--offline", "--silent"]),
  },
  {
    ...{ ...node, manager: "yarn", version: /^1\./, locked: ["yarn.lock", "package.json"] },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "yarn", ["install", "--silent", "--ignore-scripts", "--no-progress"]);
      rmSync(join(folder, "node_modules"), { recursive: true });
    },
    fullInstall: (folder) =>
      run(folder, "yarn", ["install", "--frozen-lockfile", "--offline", "--silent", "--ignore-scripts"]),
  },
  {
    ...{ ...node, manager: "yarn4", program: "yarn", version: /^4\./, locked: ["yarn.lock", "package.json"] },
    files: {
      ...{ ...node.files, ".gitignore": "node_modules\n.yarn\n" },
      ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n",
    },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      // Otherwise the project would be a folder above that has one.
      writeFileSync(join(folder, "yarn.lock"), "");
      run(folder, "yarn", ["install", "--no-immutable", "--mode=skip-build"]);
      rmSync(join(folder, "node_modules"), { recursive: true });
    },
    fullInstall: (folder) =>
      run(folder, "env", ["YARN_ENABLE_NETWORK=0", "yarn", "install", "--immutable", "--mode=skip-build"]),
  },
  {
    ...{ ...node, manager: "bun", locked: ["bun.lock", "package.json"] },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "bun", ["install", "--lockfile-only", "--silent"]);
    },
    fullInstall: (folder) => run(folder, "bun", ["install", "--frozen-lockfile", "--silent"]),
  },
  {
    ...{ ...snake, manager: "pip", program: "python3", locked: ["requirements.txt"] },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `${name}==${version}\n`);
      const words = "-m pip install --quiet --dry-run --ignore-installed --report - -r in.txt".split(" ");
      writeFileSync(join(folder, "in.txt"), pins.join(""));
      const report = JSON.parse(run(folder, "python3", words)) as {
        install: { metadata: Record<"name" | "version", string> }[];
      };
      rmSync(join(folder, "in.txt"));
      const all = report.install.map(({ metadata }) => `${metadata.name}==${metadata.version}\n`);
      writeFileSync(join(folder, "requirements.txt"), all.sort().join(""));
    },
    fullInstall: (folder) => {
      run(folder, "python3", ["-m", "venv", "venv"]);
      const words = "-m pip install --quiet --no-deps -r requirements.txt".split(" ");
      run(folder, join(folder, "venv/bin/python"), words);
    },
  },
  {
    ...{ ...snake, manager: "uv", locked: ["uv.lock", "pyproject.toml"] },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `"${name}==${version}"`);
      writeFileSync(
        join(folder, "pyproject.toml"),
        `[project]\nname = "bench"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = [${pins.join(", ")}]\n`,
      );
      run(folder, "uv", ["lock", "--quiet"]);
    },
    fullInstall: (folder) => run(folder, "uv", ["sync", "--frozen", "--quiet"]),
  },
  {
    ...{ ...snake, manager: "poetry", locked: ["poetry.lock", "pyproject.toml"] },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `${name} = "${version}"`);
      const about = 'name = "bench"\nversion = "1.0.0"\ndescription = ""\nauthors = []\npackage-mode = false';
      writeFileSync(
        join(folder, "pyproject.toml"),
        `[tool.poetry]\n${about}\n\n[tool.poetry.dependencies]\npython = "^3.9"\n${pins.join("\n")}\n`,
      );
      // Otherwise it leaves an environment in the user's cache.
      run(folder, "env", ["POETRY_VIRTUALENVS_CREATE=false", "poetry", "lock", "--quiet"]);
    },
    fullInstall: (folder) => {
      run(folder, "poetry", ["config", "--local", "virtualenvs.in-project", "true"]);
      run(folder, "poetry", ["install", "--quiet", "--no-root"]);
    },
  },
  {
    ...{
      manager: "cargo",
      upgrades: rust,
      culprits: ["unicode-width"],
      argv: ["cargo", "run", "--quiet", "--offline"],
    },
    ...{ build: "cargo build --quiet --offline", locked: ["Cargo.lock", "Cargo.toml"] },
    files: { "src/main.rs": rustTest, ".gitignore": "target\n" },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `${name} = "=${version}"\n`);
      const about = '[package]\nname = "bench"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\n';
      writeFileSync(join(folder, "Cargo.toml"), about + pins.join(""));
      run(folder, "cargo", ["generate-lockfile", "--quiet"]);
    },
    fullInstall: (folder) => run(folder, "cargo", ["build", "--quiet", "--locked", "--offline"]),
  },
  {
    ...{ manager: "go", upgrades: go, culprits: ["github.com/mattn/go-runewidth"], argv: ["go", "run", "."] },
    ...{ files: { "main.go": goTest }, locked: ["go.mod", "go.sum"] },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `\t${name} ${version}\n`);
      writeFileSync(join(folder, "go.mod"), `module bench\n\ngo 1.19\n\nrequire (\n${pins.join("")})\n`);
      run(folder, "go", ["mod", "tidy"]);
    },
    fullInstall: (folder) => run(folder, "go", ["build", "-o", "bench", "."]),
  },
];

function writePackageJson(folder: string, dependencies: Versions): void {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "bench", version: "1.0.0", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
}

/** What it prints on standard output. */
export function run(cwd: string, command: string, words: readonly string[]): string {
  return execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e9 });
}
