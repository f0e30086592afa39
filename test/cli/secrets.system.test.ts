import { expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const line = "MIIEowIBAAKCAQEAw3Tq7Zx81kdLm2";
const token = `ghp_${"a1".repeat(18)}`;
const environment = {
  SIGNING_KEY: `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`,
  PGPASSWORD: 'quo"ted\\value-1',
};

/** A test whose failure cites secrets. */
function leakyFolder(): Folder {
  const folder = newFolder();
  folder.write("bug.txt", "first line\nsecond line\nBAD line\nlast line\n");
  folder.script(
    "leak.sh",
    `grep -q BAD "$1" || exit 0
printf '%s\\n' "$SIGNING_KEY" | sed -n 's/^M/Error: key M/p' >&2
printf 'Error: password %s and ${token} refused\\n' "$PGPASSWORD" >&2
exit 3`,
  );
  return folder;
}

const leaks = (text: string) => text.match(/.{0,60}(?:w3Tq7|quo.{1,6}ted|ghp_).{0,60}/g) ?? [];

test("no secret is in a report, whatever characters it has, nor in one that is made without the variables", async () => {
  const folder = leakyFolder();
  const words = ["input", "bug.txt", "--html", "report.html", "--json", "--", "./leak.sh", "{}"];
  const { stdout, stderr, json } = await folder.start(words, environment).ended;
  expect(json.failure).toContain("password <PGPASSWORD> and *** refused");
  const later = await folder.culprit("show", "last", "--html", "later.html", "--agent");
  const texts = {
    stdout,
    stderr,
    later: later.stdout,
    html: folder.read("report.html"),
    html2: folder.read("later.html"),
  };
  for (const [name, text] of Object.entries(texts)) expect([name, leaks(text)]).toEqual([name, []]);
  // The steps are there, and in them what the test printed.
  expect(folder.read("later.html")).toMatch(/journal.*PGPASSWORD/s);
});

test("a run goes on in a shell without the variables, and a result has the secrets of its input", async () => {
  const folder = newFolder();
  folder.write("bug.txt", `one\ntoken ${token}\nthree\n`);
  const test = ["--", "sh", "-c", `! grep -q ${token} "$1" || { cat "$1" >&2; exit 3; }`, "sh", "{}"];
  const stopped = await folder.culprit("input", "bug.txt", "--max-tests", "3", "--json", ...test);
  expect(stopped.json.verdict).toBe("exhausted");
  const { json, stdout } = await folder.culprit("resume", "last", "--json");
  expect(json.verdict).toBe("found");
  expect(leaks(stdout)).toEqual([]);
  expect(folder.read("bug.failing.txt")).toContain(token);
});
