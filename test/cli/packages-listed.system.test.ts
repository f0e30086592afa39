import { expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.

/** Two lists of 40 tools, most of which differ, and an installer that writes a file for each. */
function toolsFolder(): Folder {
  const folder = newFolder();
  const list = (version: number) =>
    Array.from({ length: 40 }, (_, i) => `tool${i} ${i % 4 === 0 ? 1 : version}.0\n`).join("");
  folder.write("old.txt", `${list(1)}gone 1.0\n`);
  folder.write("new.txt", `${list(2)}come 1.0\n`);
  folder.script(
    "install.sh",
    'test ! -e "$1/tool5" || exit 9; while read -r name version; do echo "$version" > "$1/$name"; done < "$CULPRIT_LIST"',
  );
  folder.script(
    "check.sh",
    'echo "checks $1"; if grep -q 2.0 "$1/tool13"; then echo "tool13 is broken" >&2; exit 3; fi',
  );
  return folder;
}

test("of anything that a command can install, the version is named, in few tests", async () => {
  const folder = toolsFolder();
  const words = ["packages", "old.txt", "new.txt", "--install", "./install.sh {}", "--", "./check.sh", "{}"];
  const { code, json, stderr } = await folder.start([...words.slice(0, 3), "--json", ...words.slice(3)]).ended;
  expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
  expect(json.cause).toEqual([{ text: "tool13 1.0 → 2.0", package: "tool13", old: "1.0", new: "2.0" }]);
  // 32 versions differ: 2 · log2(32) + 3.
  expect(json.tests.needed).toBeLessThanOrEqual(13);
  const { stdout } = await folder.culprit("show", "last");
  expect(stdout).toContain("tool13 1.0 → 2.0");
});

test("a list that cannot be installed is not blamed on the test", async () => {
  const folder = toolsFolder();
  folder.script("install.sh", 'if grep -q "tool13 2.0" "$CULPRIT_LIST"; then echo "no such version" >&2; exit 1; fi');
  const { code, stdout } = await folder.culprit(
    "packages",
    "old.txt",
    "new.txt",
    "--install",
    "./install.sh {}",
    "--",
    "false",
  );
  expect([code, stdout]).toEqual([1, expect.stringMatching(/new\.txt does not build .*no such version/s)]);
});

test("what was printed where lists could not be installed is reported, and such a list can be looked at", async () => {
  const folder = toolsFolder();
  folder.script(
    "install.sh",
    `case $(grep -c 'tool1[345] 2.0' "$CULPRIT_LIST") in 1|2) echo "error: 13 needs 14 and 15" >&2; exit 1; esac
cp "$CULPRIT_LIST" "$1/list"`,
  );
  const words = ["old.txt", "new.txt", "--install", "./install.sh {}", "--", "sh", "-c", "! grep 'tool13 2' {}/list"];
  const { code, stdout, stderr } = await folder.culprit("packages", ...words);
  expect(code, stderr).toBe(0);
  const note =
    /Some lists could not be installed, one with “error: 13 needs 14 and 15”\. .* culprit show \S+ --step (\d+) --run/;
  expect(stdout).toMatch(note);
  const [, step] = note.exec(stdout)!;
  const again = await folder.culprit("show", "last", "--step", step!, "--run", "--output", "refused.txt");
  expect(again.stderr).toContain("error: 13 needs 14 and 15");
  expect([1, 2]).toContain(folder.read("refused.txt").match(/^tool1[345] 2\.0$/gm)?.length);
});

test.each([
  [["old.txt", "--install", "x"], "Which two lists?"],
  [["old.txt", "old.txt", "--install", "x"], "list the same versions"],
  [["old.txt", "new.txt", "--install", "x", "--deeper"], "--deeper and --install exclude each other"],
  [["old.txt", "nowhere.txt", "--install", "x"], "nowhere.txt"],
])("%o is refused", async (words, message) => {
  const { code, stderr } = await toolsFolder().culprit("packages", ...words, "--", "./check.sh", "{}");
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
