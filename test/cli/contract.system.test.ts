import { describe, expect, test } from "vitest";
import { newFolder, selectFolder } from "./culprit.ts";

const trace = /^ +at .*\.[jt]s/m;

describe("exit codes and messages", () => {
  test("no command: usage, exit 2; --help: exit 0, with the commands", async () => {
    const folder = newFolder();
    const nothing = await folder.culprit();
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain("Usage");
    const help = await folder.culprit("--help");
    expect(help.code).toBe(0);
    for (const command of ["demo", "input", "args", "env", "runs", "show", "resume"])
      expect(help.stdout).toContain(command);
  });

  test.each([
    ["culprit input", ["input", "--help"]],
    ["culprit input", ["help", "input"]],
    ["culprit schedule build", ["help", "schedule", "build"]],
  ])("the options of %s are shown by %j: exit 0", async (command, argv) => {
    const { code, stdout } = await newFolder().culprit(...argv);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: ${command}`);
  });

  test("culprit help of a command that is not there: exit 2", async () => {
    const { code, stderr } = await newFolder().culprit("help", "inptu");
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean culprit input?");
  });

  test("culprit runs --color shows colours where there is no terminal", async () => {
    const folder = selectFolder();
    await folder.culprit("input", "bug.html", "--", "./printer.sh", "{}");
    expect((await folder.culprit("runs")).stdout).not.toContain("\u001b[");
    expect((await folder.culprit("runs", "--color", "always")).stdout).toContain("\u001b[");
  });

  test.each([
    ["a missing input, by its name", ["input", "nothere.html", "--", "./printer.sh", "{}"], "nothere.html"],
    ["an unknown command, by its name", ["explain"], "There is no command explain.\n"],
    ["a misspelt command, with what was probably meant", ["inptu"], "no command inptu. Did you mean culprit input?"],
    ["a test that is not there", ["input", "bug.html", "--", "./missing.sh", "{}"], "missing.sh"],
  ])("%s: exit 2", async (_, argv, said) => {
    const { code, stderr, stdout } = await selectFolder().culprit(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(trace);
    expect(stdout).toBe("");
  });

  test("a failing end that passes: not reproduced, exit 1, with a message", async () => {
    const folder = selectFolder();
    folder.script("never.sh", "exit 0");
    const { code, json, stderr } = await folder.culprit("input", "bug.html", "--json", "--", "./never.sh", "{}");
    expect(code).toBe(1);
    expect(json.verdict).toBe("not-reproduced");
    expect(stderr).toContain("passes on bug.html");
    expect(stderr).not.toMatch(trace);
  });
});

test("runs lists what was run, the newest first, and show tells each finding again", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
  await folder.culprit("input", "bug.html", "--isolate", "--quiet", "--", "./printer.sh", "{}");
  const { runs } = (await folder.culprit("runs", "--json")).json as unknown as {
    runs: { run: string; kind: string; verdict: string; started: string }[];
  };
  expect(runs.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual(["input found", "input found"]);
  expect(runs[0]!.started >= runs[1]!.started).toBe(true);
  const last = await folder.culprit("show", "last", "--json");
  expect(last.json).toMatchObject({ run: runs[0]!.run, search: "dd" });
  const first = await folder.culprit("show", runs[1]!.run);
  expect(first.stdout).toContain("Fails because of <SELECT>");
  await folder.culprit("runs", "--prune");
  expect((await folder.culprit("runs")).stdout).toContain("no runs");
});
