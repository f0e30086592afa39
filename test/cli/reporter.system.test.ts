import { expect, test } from "vitest";
import { newFolder, selectFolder } from "./culprit.ts";
import { commit, put, repository } from "./repository.ts";

test.each([
  ["github", /^::error file=bug\.html,line=1,title=culprit::Fails because of <SELECT>\.%0A/],
  ["gitlab", /"check_name": "culprit\/input"/],
  ["sarif", /"ruleId": "culprit\/input"/],
  ["markdown", /^### Fails because of `<SELECT>`\.\n/],
  ["json", /^\{"\$schema":"https:\/\/unpkg\.com\/culprit@/],
])("--reporter %s prints the finding for another program, and show does it again", async (name, printed) => {
  const folder = selectFolder();
  const first = await folder.culprit("input", "bug.html", "--reporter", name, "--", "./printer.sh", "{}");
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(printed);
  expect((await folder.culprit("show", "last", "--reporter", name)).stdout).toBe(first.stdout);
});

test("a place is at its line in the newest version, where the guilty commit is older", async () => {
  const folder = newFolder();
  const isBad = "! grep -q bad text.txt || { echo 'Error: bad' >&2; exit 1; }\n";
  repository(folder.path, { "text.txt": "one\ntwo\nthree\n", "check.sh": isBad });
  commit(folder.path, "bad", { "text.txt": "one\nbad\nthree\n" });
  commit(folder.path, "more", { "text.txt": "zero\none\nbad\nthree\n" });
  const linesBy = async (...words: string[]) => {
    const { stdout, stderr } = await folder.culprit(...words);
    const lines = [...stdout.matchAll(/file=text\.txt,line=(\d+)/g)].map(([, line]) => Number(line));
    expect(lines, stdout + stderr).toHaveLength(1);
    return lines[0];
  };
  const github = ["--reporter", "github", "--", "sh", "check.sh"];
  expect(await linesBy("changes", "v1", "HEAD", ...github)).toBe(3);
  expect(await linesBy("show", "last", "--reporter", "github")).toBe(3);
  expect(await linesBy("changes", "v1", "--no-history", ...github)).toBe(3);
  expect(await linesBy("why", ...github)).toBe(3);
  put(folder.path, { "text.txt": "more\nzero\none\nbad\nthree\n" });
  expect(await linesBy("changes", "v1", ...github)).toBe(4);
  expect(await linesBy("changes", "v1", "HEAD", ...github)).toBe(3);
});

test.each([
  [["--reporter", "html"], "--reporter is one of github, gitlab, sarif, markdown and json"],
  [["--reporter", "sarif", "--json"], "--json and --reporter sarif exclude each other."],
])("%j is refused before any time is spent", async (options, message) => {
  const folder = selectFolder();
  const { code, stderr } = await folder.culprit("input", "bug.html", ...options, "--", "./printer.sh", "{}");
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(folder.names()).not.toContain(".culprit");
});
