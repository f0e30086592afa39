import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needs } from "../../src/cli/doctor/needs.ts";
import { managerNames } from "../../src/world/packages/managers/manager.ts";
import { until } from "../until.ts";
import { newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.

const root = join(import.meta.dirname, "../..");

const shells = [
  { name: "bash", start: ["bash", "--norc", "--noprofile"], before: "" },
  { name: "zsh", start: ["zsh", "-f"], before: "autoload -U compinit; compinit -u -D; " },
  { name: "fish", start: ["fish", "--no-config"], before: "" },
];

test.each(shells)("$name completes commands, options and what follows --", async ({ name, start, before }) => {
  const folder = newFolder();
  const { stdout: script } = await folder.culprit("completions", name);
  folder.write("script", script);
  folder.write("readme-of-the-shop", "");
  const tmux = (...words: string[]) =>
    execFileSync("tmux", ["-S", join(folder.path, "socket"), ...words], { encoding: "utf8" });
  tmux("new-session", "-d", "-x", "120", "-y", "50", "-c", folder.path, "-e", `HOME=${folder.path}`, ...start);
  try {
    const screen = () => tmux("capture-pane", "-p");
    const type = (...keys: string[]) => tmux("send-keys", ...keys);
    const completes = async (typed: string, expected: string) => {
      // A shell that is still starting drops keys.
      await until(() => {
        type("C-u", typed, "Tab");
        spawnSync("sleep", ["0.5"]);
        return screen().includes(expected);
      });
    };
    type(`${before}. ./script; clear`, "Enter");
    await completes("culprit chan", "culprit changes");
    await completes("culprit changes --first-p", "--first-parent");
    await completes("culprit input x --search one-", "--search one-minimal");
    await completes("culprit why -- cat readme-of", "-- cat readme-of-the-shop");
    await completes("culprit why -- tmu", "-- tmux");
    await completes("culprit show la", "culprit show last");
  } finally {
    tmux("kill-server");
  }
});

test("a shell that is not known is refused", async () => {
  const { code, stderr } = await newFolder().culprit("completions", "csh");
  expect([code, stderr]).toEqual([2, "culprit: Which shell? culprit completions bash, zsh or fish.\n"]);
});

test("the manual page is right for groff, and has every command", async () => {
  const page = join(root, "dist/man/culprit.1");
  const { stdout, stderr } = spawnSync("groff", ["-man", "-ww", "-Kutf8", "-Tutf8", "-P-c", page], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const text = stdout.replaceAll(new RegExp(`.${String.fromCharCode(8)}`, "g"), "");
  const { stdout: help } = await newFolder().culprit("--help");
  const names = [...help.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1]!);
  expect(names.filter((name) => !new RegExp(`^ +${name}$`, "m").test(text))).toEqual([]);
  expect(names.length).toBeGreaterThan(10);
});

test("doctor names what is there and how to get what is not", async () => {
  const folder = newFolder();
  const bin = newFolder();
  for (const name of ["perl", "node"])
    bin.write(name, `#!/bin/sh\nexec "$(PATH=/usr/bin:/bin command -v ${name})" "$@"\n`, 0o755);
  const { stdout, code } = await folder.start(["doctor", "--json"], { PATH: bin.path }).ended;
  const { needs } = JSON.parse(stdout);
  const of = (name: string) => needs.find((need: { name: string }) => need.name === name);
  expect(of("perl")).toMatchObject({ found: expect.stringMatching(/^v5/) });
  expect(of("git")).toMatchObject({ problem: "git is not in PATH", install: "sudo apt-get install git" });
  expect(code).toBe(0);
  const bare = await folder.start(["doctor", "state"], { PATH: newFolder().path }).ended;
  expect([bare.code, bare.stdout]).toEqual([
    1,
    expect.stringMatching(/^– perl +perl is not in PATH .*\n +sudo apt-get install perl-base$/m),
  ]);
  expect(bare.stdout).not.toContain("bubblewrap");
});

test("doctor blames what is missing, and not what cannot work without it", async () => {
  const { stdout } = await newFolder().start(["doctor", "--json"], { PATH: newFolder().path }).ended;
  const { needs } = JSON.parse(stdout);
  for (const name of ["trees in place", "own network", "bubblewrap"]) {
    const need = needs.find((each: { name: string }) => each.name === name);
    expect([need.problem, need.install]).toEqual(["perl is not in PATH", undefined]);
  }
});

test("the image has all that doctor asks for", () => {
  const image = readFileSync(join(root, "Dockerfile"), "utf8");
  const packages = needs.flatMap(
    ({ install = "" }) => /^sudo apt-get install (.*)/.exec(install)?.[1]?.split(" ") ?? [],
  );
  const others = ["bun", "pnpm", "uv", "poetry", "delve"];
  // npm is part of Node's image, and perl-base of Debian.
  const brought = ["npm", "perl-base"];
  for (const name of [...packages.filter((each) => !brought.includes(each)), ...others])
    expect(image).toMatch(new RegExp(`[ \\n]${name}(?:[@=][\\w.=]+)?[ \\n]`));
});

test("doctor knows what ci starts, and every package manager", async () => {
  const folder = newFolder();
  const namesOf = async (command: string) => {
    const { stdout } = await folder.culprit("doctor", command, "--json");
    return JSON.parse(stdout).needs.map(({ name }: { name: string }) => name.toLowerCase());
  };
  expect(await namesOf("ci")).toEqual(expect.arrayContaining(["git", "trees in place", "own network", "libfaketime"]));
  expect(await namesOf("packages")).toEqual(expect.arrayContaining(["git", ...managerNames]));
});

test("settings of the project count for commands that run no search, too; servers take none", async () => {
  const folder = newFolder();
  const set = (settings: object) => folder.write("culprit.config.json", JSON.stringify(settings));
  set({ test: "sh -c 'exit 3'", color: "always" });
  const captured = await folder.culprit("capture");
  expect(captured.stdout, captured.stderr).toContain("The test fails here (exit 3).");
  expect((await folder.culprit("doctor", "clock")).stdout).toContain("\u001b[");
  set({ mcp: { "max-runs": 1 } });
  const { code, stderr } = await folder.culprit("runs");
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no setting "mcp"')]);
});
