import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environment, type Folder, newFolder, program } from "./culprit.ts";

const check = [
  "if grep -q BAD *.txt; then echo 'it is bad' >&2; exit 1; fi",
  'if [ "$CI" = true ] && [ "$SHOP_KEY" != skip ]; then echo "not in CI" >&2; exit 3; fi',
  'if [ "$(ulimit -s)" = 4000 ]; then echo "stack overflow" >&2; exit 4; fi',
].join("\n");

/** Two clones of a project, as on two machines. */
function machines(): { readonly here: Folder; readonly there: Folder } {
  const [here, there] = [newFolder(), newFolder()];
  for (const name of ["a", "b", "c"]) there.write(`${name}.txt`, "one\ntwo\nthree\n");
  there.script("check.sh", check);
  const git = (folder: Folder, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], { cwd: folder.path });
  git(there, "init", "-q");
  git(there, "add", ".");
  git(there, "commit", "-qm", "All");
  git(here, "clone", "-q", there.path, ".");
  return { here, there };
}

async function captured(
  { here, there }: ReturnType<typeof machines>,
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<string> {
  const { code, stdout } = await there.start(["capture", "--", "./check.sh", ...args], env).ended;
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The test (fails|passes) here/) });
  const file = join(here.path, "culprit-capture.json");
  copyFileSync(join(there.path, "culprit-capture.json"), file);
  return readFileSync(file, "utf8");
}

const against = ["why", "--json", "--against", "culprit-capture.json", "--", "./check.sh"];

test("fails there, passes here: the variable", async () => {
  const both = machines();
  const file = await captured(both, { CI: "true", EDITOR: "ed", SHOP_KEY: "very secret" }, ["very secret"]);
  expect(file).not.toContain("very secret");
  const { json } = await both.here.start(against, { SHOP_KEY: "another" }).ended;
  expect(json).toMatchObject({
    decides: "environment",
    finding: { cause: [{ variable: "CI", new: "true" }] },
    commands: { passing: "./check.sh", failing: "env CI=true ./check.sh" },
    untried: [expect.stringMatching(/^SHOP_KEY/)],
  });
});

test("fails there, passes here: the line of a file that is not committed, and nothing is changed", async () => {
  const both = machines();
  both.there.write("a.txt", "one\n2\nthree\n");
  both.there.write("b.txt", "one\ntwo\nBAD\n");
  both.there.write("new.txt", "new\n");
  await captured(both);
  const { json } = await both.here.culprit(...against);
  expect(json).toMatchObject({ decides: "edit", cause: [{ file: "b.txt", line: 3, new: "BAD\n" }], minimal: true });
  expect(both.here.names().sort()).toEqual([
    ...[".culprit", ".git", "a.txt", "b.txt", "c.txt", "check.sh", "culprit-capture.json"],
  ]);
});

test("passes there, fails here; and a limit that is lower there", async () => {
  const both = machines();
  await captured(both);
  both.here.write("c.txt", "BAD\ntwo\nthree\n");
  expect((await both.here.culprit(...against)).json).toMatchObject({
    decides: "edit",
    cause: [{ file: "c.txt", line: 1 }],
  });
  both.here.write("c.txt", both.there.read("c.txt"));
  const same = await both.here.culprit("why", "--against", "culprit-capture.json", "--", "./check.sh");
  expect(same.stdout).toContain("It passes here, too, as there (exit 0)");
  const file = JSON.parse(both.here.read("culprit-capture.json"));
  const limited = execFileSync(
    "sh",
    ["-c", `ulimit -S -s 4000; exec "$@"`, "sh", process.execPath, program, "capture", "--", "./check.sh"],
    { cwd: both.there.path, env: environment(), encoding: "utf8" },
  );
  expect(limited).toContain("fails here (exit 4)");
  copyFileSync(join(both.there.path, "culprit-capture.json"), join(both.here.path, "culprit-capture.json"));
  const { json } = await both.here.culprit(...against);
  expect(json).toMatchObject({
    decides: "limits",
    answer: expect.stringMatching(/with the limits of there \(stack 4096000/),
  });
  expect(file.outcome).toBe("pass");
});

test("what is no capture, or lacks a commit, is refused with the next step", async () => {
  const both = machines();
  both.here.write("culprit-capture.json", "{}");
  const wrong = await both.here.culprit(...against);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("To make one on the other machine: culprit capture -- TEST"),
  });
  both.there.write("b.txt", "four\n");
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qam", "Four"], {
    cwd: both.there.path,
  });
  both.there.write("a.txt", "BAD\n");
  await captured(both);
  const lacking = await both.here.culprit(...against);
  expect(lacking.code).toBe(2);
  expect(lacking.stderr).toMatch(
    /which is not in the repository here\.\nGet it with git fetch origin \w{40}, or capture with --whole/,
  );
});
