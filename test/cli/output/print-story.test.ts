import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { applicationCommand } from "../../../src/cli/application-command.ts";
import { checkReporting, exitCodeOf } from "../../../src/cli/output/print-story.ts";
import type { Finding } from "../../../src/core/finding.ts";
import type { RunRequest } from "../../../src/run/request.ts";
import { anyRequest } from "../../run/finished-run.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const cwd = temporaryFolder("print-story");
writeFileSync(join(cwd, "in.txt"), "");
writeFileSync(join(cwd, "app.sh"), "");
symlinkSync("in.txt", join(cwd, "link.txt"));
const input = { ...anyRequest, cwd, test: ["./app.sh", "{}"], failing: join(cwd, "in.txt") };
const args = { ...anyRequest, cwd, test: ["./app.sh"], arguments: [{ text: "in.txt", words: ["in.txt"] }] };
const env = { ...anyRequest, cwd, test: ["true"], old: join(cwd, "in.txt"), new: join(cwd, "new.env") };

async function check(kind: "input" | "args" | "env", request: RunRequest, name: string): Promise<void> {
  await checkReporting(readWords(await applicationCommand(kind), ["--html", join(cwd, name)]), kind, request);
}

describe("--html is refused before any time is spent", () => {
  test.each([
    ["over the input", "input", input, "in.txt", "is the input itself, which is never changed. Choose another file."],
    ["over the input by another name", "input", input, "link.txt", "is the input itself, which is never changed."],
    ["over the test", "input", input, "app.sh", "is a file that the test needs, which is never changed."],
    ["behind a file", "input", input, "in.txt/x", "in.txt: not a folder). Choose another place."],
    ["over the program of args", "args", args, "app.sh", "which is never changed"],
    ["over an argument", "args", args, "in.txt", "which is never changed"],
    ["over a file of variables", "env", env, "in.txt", "which is never changed"],
  ] as const)("%s", async (_, kind, request, name, message) => {
    await expect(check(kind, request, name)).rejects.toThrow(message);
    await expect(check(kind, request, name)).rejects.toThrow(/^--html /);
  });

  test("but not elsewhere, and not without it", async () => {
    await check("input", input, "a/report.html");
    await checkReporting(readWords(await applicationCommand("input"), []), "input", input);
  });
});

describe("the exit code", () => {
  const finding = (verdict: Finding["verdict"], cause: number, stages: Finding["stages"] = []) =>
    ({ verdict, deltas: { total: 4, cause }, stages }) as unknown as Finding;
  const narrowed = { name: "lines", search: "auto", deltas: { total: 9, cause: 4 }, needed: 3 };

  test.each([
    ["a cause that was found", finding("found", 4), 0],
    ["a budget that ended with something narrowed", finding("exhausted", 3), 0],
    ["a budget that ended with something narrowed in an earlier stage", finding("exhausted", 4, [narrowed]), 0],
    ["a budget that ended with nothing narrowed", finding("exhausted", 4), 1],
    ["a failure that was not reproduced", finding("not-reproduced", 4), 1],
    ["a run that was interrupted", finding("interrupted", 1), 1],
  ])("of %s", (_, each, code) => {
    expect(exitCodeOf(each)).toBe(code);
  });
});
