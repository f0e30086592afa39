import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median, table } from "../table.ts";
import { javaScript, javaScriptTest, python, pythonTest, type Upgrades } from "./projects.ts";

/** A project whose packages are upgraded all at once, one of them to a version that breaks its test. */
interface BenchProject {
  readonly manager: string;
  readonly upgrades: Upgrades;
  readonly culprit: string;
  readonly test: readonly [file: string, text: string];
  readonly argv: readonly string[];
  /** Writes the manifest for these versions, and the lockfile that it stands for. */
  readonly lock: (folder: string, versions: Readonly<Record<string, string>>) => void;
  /** Installs a lockfile in a folder with nothing else, from the manager's cache. */
  readonly fullInstall: (folder: string) => void;
  readonly lockfile: string;
  readonly manifest?: string;
}

const rounds = 3;
const node = { upgrades: javaScript, culprit: "chalk", argv: ["node", "check.js"] } as const;
const snake = { upgrades: python, culprit: "markupsafe", argv: ["python", "check.py"] } as const;

const projects: readonly BenchProject[] = [
  {
    ...node,
    ...{ manager: "npm", test: ["check.js", javaScriptTest], lockfile: "package-lock.json", manifest: "package.json" },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "npm", ["install", "--package-lock-only", "--no-audit", "--no-fund", "--silent"]);
    },
    fullInstall: (folder) => run(folder, "npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--silent"]),
  },
  {
    ...node,
    ...{ manager: "pnpm", test: ["check.js", javaScriptTest], lockfile: "pnpm-lock.yaml", manifest: "package.json" },
    lock: (folder, versions) => {
      writePackageJson(folder, versions);
      run(folder, "pnpm", ["install", "--lockfile-only", "--no-frozen-lockfile", "--silent"]);
    },
    fullInstall: (folder) => run(folder, "pnpm", ["install", "--frozen-lockfile", "--offline", "--silent"]),
  },
  {
    ...snake,
    ...{ manager: "pip", test: ["check.py", pythonTest], lockfile: "requirements.txt" },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `${name}==${version}\n`);
      const words = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--dry-run",
        "--ignore-installed",
        "--report",
        "-",
        "-r",
        "in.txt",
      ];
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
      run(folder, join(folder, "venv/bin/python"), [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "-r",
        "requirements.txt",
      ]);
    },
  },
  {
    ...snake,
    ...{ manager: "uv", test: ["check.py", pythonTest], lockfile: "uv.lock", manifest: "pyproject.toml" },
    lock: (folder, versions) => {
      const pins = Object.entries(versions).map(([name, version]) => `"${name}==${version}"`);
      writeFileSync(
        join(folder, "pyproject.toml"),
        `[project]\nname = "bench"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = [${pins.join(", ")}]\n`,
      );
      run(folder, "uv", ["lock", "--quiet"]);
    },
    fullInstall: (folder) => run(folder, "uv", ["sync", "--frozen", "--offline", "--quiet"]),
  },
];

/** For each manager: is the package right, how many tests, and how much quicker is a candidate than a full installation of it? */
export async function packages(options: readonly string[]): Promise<void> {
  const only = options[0] === "--only" ? options[1]?.split(",") : undefined;
  const wanted = projects.filter(({ manager }) => only?.includes(manager) ?? true);
  const rows: string[][] = [];
  const missing = wanted.filter(({ manager }) => !isInstalled(manager)).map(({ manager }) => manager);
  for (const project of wanted) if (!missing.includes(project.manager)) rows.push(measure(project));
  console.log(`\n## Packages: which upgrade, medians of seconds\n`);
  const head = ["manager", "upgrades", "right", "tests", "bar", "candidate", "full install", "times", "held back"];
  console.log(table(head, rows));
  if (missing.length > 0) console.log(`\nNot measured, as they are not in PATH: ${missing.join(", ")}.`);
}

function measure(project: BenchProject): string[] {
  const { manager, upgrades, culprit, test, argv, lock, lockfile } = project;
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    run(folder, "git", ["init", "-q"]);
    writeFileSync(join(folder, test[0]), test[1]);
    writeFileSync(join(folder, ".gitignore"), "node_modules\n.venv\nvenv\n");
    for (const side of [0, 1] as const) {
      lock(folder, Object.fromEntries(Object.entries(upgrades).map(([name, versions]) => [name, versions[side]])));
      run(folder, "git", ["add", "."]);
      run(folder, "git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "Lock"]);
    }
    const words = ["packages", "HEAD~1", "--json", "--quiet", "--jobs", "1", "--keep-good", "--output", "good.lock"];
    const printed = run(folder, process.execPath, [resolve("dist/src/cli/main.js"), ...words, "--", ...argv]);
    const finding = JSON.parse(printed) as Finding;
    const total = finding.deltas.total;
    const candidate = median(secondsOf(folder, finding.run));
    const full = median(
      Array.from({ length: rounds }, () => fullSeconds(project, folder, readFileSync(join(folder, lockfile)))),
    );
    const bar = Math.floor(2 * Math.log2(total) + 3);
    return [
      manager,
      String(total),
      finding.cause.map((entry) => entry.package).join() === culprit
        ? "yes"
        : `no: ${finding.cause.map(({ text }) => text).join()}`,
      String(finding.stages.find(({ name }) => name === "packages")?.needed ?? finding.tests.needed),
      `≤ ${bar}`,
      candidate.toFixed(2),
      full.toFixed(2),
      (full / candidate).toFixed(1),
      (finding.heldBack ?? []).map((entry) => entry.package).join(" "),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  function fullSeconds({ manifest, fullInstall }: BenchProject, from: string, locked: Uint8Array): number {
    const fresh = mkdtempSync(join(tmpdir(), "culprit-bench-"));
    try {
      writeFileSync(join(fresh, lockfile), locked);
      if (manifest !== undefined) writeFileSync(join(fresh, manifest), readFileSync(join(from, manifest)));
      const began = performance.now();
      fullInstall(fresh);
      return (performance.now() - began) / 1000;
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
}

interface Finding {
  readonly run: string;
  readonly deltas: { readonly total: number };
  readonly cause: readonly { readonly package: string; readonly text: string }[];
  readonly heldBack?: readonly { readonly package: string }[];
  readonly tests: { readonly needed: number };
  readonly stages: readonly { readonly name: string; readonly needed: number }[];
}

/** The seconds from one test of the search to the next, with everything that is done in between. */
function secondsOf(folder: string, id: string): number[] {
  const lines = readFileSync(join(folder, ".culprit/runs", id, "journal.jsonl"), "utf8")
    .trim()
    .split("\n");
  const times = lines.map((line) => JSON.parse(line) as { event: string; at: number });
  return times.flatMap(({ event, at }, i) =>
    event === "trial" && times[i - 1]?.event === "trial" ? [at - times[i - 1]!.at] : [],
  );
}

function writePackageJson(folder: string, dependencies: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "bench", version: "1.0.0", dependencies }, null, 2),
  );
}

function isInstalled(manager: string): boolean {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.some((folder) => existsSync(folder) && readdirSync(folder).includes(manager));
}

function run(cwd: string, command: string, words: readonly string[]): string {
  return execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e9 });
}
