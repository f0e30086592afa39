import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { newFolder, printer, selectLine } from "./cli/culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

const root = join(import.meta.dirname, "..");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const release = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));

/** What a job of the release workflow runs, in order. */
function commandsOf(job: string): string[] {
  const steps: { readonly run?: string }[] = release.jobs[job].steps;
  return steps.flatMap(({ run }) => run ?? []);
}

test("what a release publishes names its repository, is small, installs without scripts, and works", () => {
  const folder = newFolder();
  const settings = { npm_config_audit: "false", npm_config_fund: "false", GITHUB_REPOSITORY: "ada/culprit" };
  const env = { ...process.env, ...settings };
  const run = (command: string, words: readonly string[], cwd = folder.path) =>
    execFileSync(command, words, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const source = newFolder().path;
  for (const name of ["package.json", "README.md", "LICENSE", ...manifest.files])
    cpSync(join(root, name), join(source, name), { recursive: true });
  const [build, prepare, publish] = commandsOf("npm");
  expect([build, publish]).toEqual(["npm ci", "npm publish --provenance --access public --ignore-scripts"]);
  run("bash", ["-e", "-c", prepare!], source);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder.path], source);
  const tarball = folder.names().find((name) => name.endsWith(".tgz"))!;
  expect(statSync(join(folder.path, tarball)).size).toBeLessThanOrEqual(7_000_000);
  folder.write("package.json", "{}");
  run("npm", ["install", "--ignore-scripts", `./${tarball}`]);
  const lock = JSON.parse(readFileSync(join(folder.path, "package-lock.json"), "utf8"));
  const withScripts = Object.entries<{ hasInstallScript?: true }>(lock.packages).filter(
    ([, each]) => each.hasInstallScript,
  );
  expect(withScripts.map(([path]) => path)).toEqual([]);
  const installed = JSON.parse(readFileSync(join(folder.path, "node_modules/culprit/package.json"), "utf8"));
  expect(installed.repository).toEqual({ type: "git", url: "git+https://github.com/ada/culprit.git" });
  // npm warns of it, although nobody but a clone needs it.
  expect(installed.scripts.prepare).toBeUndefined();
  const culprit = (...words: string[]) => run("npx", ["--no-install", "culprit", ...words]);
  expect(culprit("--version")).toBe(`${manifest.version}\n`);
  expect(culprit("--help")).toBe(readFileSync(join(root, "dist/src/cli/overview.txt"), "utf8"));
  folder.write("bug.html", selectLine);
  folder.script("printer.sh", printer);
  expect(JSON.parse(culprit("input", "bug.html", "--json", "--", "./printer.sh", "{}"))).toMatchObject({
    verdict: "found",
  });
  expect(folder.names()).toContain("bug.failing.html");
  for (const path of [
    "dist/man/culprit.1",
    "skills/culprit/SKILL.md",
    ".claude-plugin/plugin.json",
    "schema/config.json",
  ])
    statSync(join(folder.path, "node_modules/culprit", path));
});
