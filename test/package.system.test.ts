import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder, printer, selectLine } from "./cli/culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

const root = join(import.meta.dirname, "..");

test("what npm pack makes is small, installs without scripts, and works", () => {
  const folder = newFolder();
  const env = { ...process.env, npm_config_audit: "false", npm_config_fund: "false" };
  const run = (command: string, words: readonly string[], cwd = folder.path) =>
    execFileSync(command, words, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder.path], root);
  const tarball = folder.names().find((name) => name.endsWith(".tgz"))!;
  expect(statSync(join(folder.path, tarball)).size).toBeLessThanOrEqual(7_000_000);
  folder.write("package.json", "{}");
  run("npm", ["install", "--ignore-scripts", `./${tarball}`]);
  const lock = JSON.parse(readFileSync(join(folder.path, "package-lock.json"), "utf8"));
  const withScripts = Object.entries<{ hasInstallScript?: true }>(lock.packages).filter(
    ([, each]) => each.hasInstallScript,
  );
  expect(withScripts.map(([path]) => path)).toEqual([]);
  const culprit = (...words: string[]) => run("npx", ["--no-install", "culprit", ...words]);
  expect(culprit("--version")).toBe(`${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version}\n`);
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
