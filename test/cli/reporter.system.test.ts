import { expect, test } from "vitest";
import { selectFolder } from "./culprit.ts";

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
