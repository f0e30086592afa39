import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { newFolder, printer, program } from "./cli/culprit.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = (name: string) => readFileSync(join(root, name), "utf8");
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1]!);

/** A console session: commands behind `$ ` (and `> ` where they go on), and what they print; `…` stands for anything. */
function session(block: string): { command: string; output: string }[] {
  const steps: { command: string; output: string }[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: "" });
    else if (line.startsWith("> ")) steps.at(-1)!.command += `\n${line.slice(2)}`;
    else steps.at(-1)!.output += `${line}\n`;
  }
  return steps;
}

function asPattern(output: string): RegExp {
  const escaped = output.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(escaped.replace(/\n*…\n*/g, "[^]*?").replace(/\n\n/g, "\\n\\n"));
}

describe.each([
  "README.md",
  "docs/input.md",
  "docs/changes.md",
  "docs/ci.md",
  "docs/clock.md",
  "docs/history.md",
  "docs/packages.md",
  "docs/schedule.md",
  "docs/settings.md",
  "docs/state.md",
  "docs/tests.md",
  "docs/version-lists.md",
  "docs/why.md",
])("%s", (name) => {
  test("shows sessions that happen as shown", () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "bin"));
    writeFileSync(join(folder.path, "bin", "culprit"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder.path, "bin", "culprit"), 0o755);
    folder.script("printer.sh", printer);
    if (page(name).includes("$ examples/")) symlinkSync(join(root, "examples"), join(folder.path, "examples"));
    // What the sessions themselves make with mktemp goes, too.
    const env = {
      ...process.env,
      PATH: `${join(folder.path, "bin")}:${process.env.PATH}`,
      TMPDIR: newFolder().path,
    };
    const steps = blocks(page(name), "console").flatMap(session);
    expect(steps.length).toBeGreaterThan(1);
    for (const { command, output } of steps) {
      const { stdout, stderr, status } = spawnSync("bash", ["-c", command], {
        cwd: folder.path,
        env,
        encoding: "utf8",
      });
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
      expect(stdout).toMatch(asPattern(output));
    }
  });
});

test("docs/schedule.md: the test fails, and says why", () => {
  const folder = newFolder();
  mkdirSync(join(folder.path, "node_modules"));
  symlinkSync(root, join(folder.path, "node_modules", "culprit"));
  folder.write("example.test.mjs", blocks(page("docs/schedule.md"), "js")[0]!);
  const { stdout } = spawnSync(process.execPath, ["--test"], { cwd: folder.path, encoding: "utf8" });
  expect(stdout).toMatch(/It fails if timeout \S+:8:\d+ from line 13 runs before timeout \S+:8:\d+ from line 12/);
  expect(stdout).toMatch(/explore\(body, \{ replay: "/);
});

test("docs/explain.md: the test fails as shown", () => {
  const folder = newFolder();
  mkdirSync(join(folder.path, "node_modules"));
  for (const name of ["culprit", "vitest"])
    symlinkSync(name === "culprit" ? root : join(root, "node_modules", name), join(folder.path, "node_modules", name));
  folder.write("bill.test.js", blocks(page("docs/explain.md"), "js")[0]!);
  const words = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", "."];
  const { stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder.path,
    env: { ...process.env, NO_COLOR: "1" },
    encoding: "utf8",
  });
  expect(stdout + stderr).toMatch(asPattern(blocks(page("docs/explain.md"), "text")[0]!));
});

test("docs/state.md: the library finds what the command finds", () => {
  const folder = newFolder();
  mkdirSync(join(folder.path, "node_modules"));
  symlinkSync(root, join(folder.path, "node_modules", "culprit"));
  const [made] = blocks(page("docs/state.md"), "console").flatMap(session);
  spawnSync("bash", ["-c", made!.command], { cwd: folder.path });
  folder.write("example.mjs", blocks(page("docs/state.md"), "js")[0]!);
  const { stdout, stderr } = spawnSync(process.execPath, ["example.mjs"], { cwd: folder.path, encoding: "utf8" });
  expect(stdout, stderr).toBe("found a[2]\n");
});

test.each(blocks(page("docs/library.md"), "js").map((code, i) => [i + 1, code] as const))(
  "docs/library.md: example %d prints what its comments say",
  (_, code) => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "node_modules"));
    symlinkSync(root, join(folder.path, "node_modules", "culprit"));
    folder.write("example.mjs", code);
    const { stdout, stderr } = spawnSync(process.execPath, ["example.mjs"], { cwd: folder.path, encoding: "utf8" });
    const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((match) => match[1]);
    expect(stdout.trimEnd().split("\n"), stderr).toEqual(said);
  },
);
