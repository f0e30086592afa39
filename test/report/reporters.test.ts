import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ajvDraft4 from "ajv-draft-04";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { Finding, Story } from "../../src/core/finding.ts";
import { digestOf } from "../../src/report/digest.ts";
import { githubReport } from "../../src/report/reporters/github.ts";
import { gitlabReport } from "../../src/report/reporters/gitlab.ts";
import { markdownReport } from "../../src/report/reporters/markdown.ts";
import { sarifReport } from "../../src/report/reporters/sarif.ts";
import { changesReport } from "../../src/versions/report.ts";

const commit = { commit: "0123456789abcdef", author: "Ada @ada", date: "2026-03-04", subject: "Round" };
const found: Finding = {
  kind: "changes",
  verdict: "found",
  goal: "isolate",
  search: "dd",
  tests: { needed: 3, run: 5, cached: 0, pass: 1, fail: 2, unresolved: 0 },
  deltas: { total: 4, cause: 1 },
  minimal: true,
  by: "changes",
  cause: [
    { file: "src/a b.js", line: 2, old: "a\n", new: "b\n", ...commit },
    { file: "src/c.js", line: 9, old: "", new: "c\n", context: true },
  ],
  causes: [],
  files: {},
  patches: [{ name: "fix", file: "fix.patch", base: "NEW", effect: "passes" }],
  run: "20261115-091233",
  seconds: 1.5,
  failure: "exit 1, 100%",
  assumptions: [],
  stages: [],
};
const none: Finding = {
  ...found,
  verdict: "not-reproduced",
  reason: "The test passes at HEAD.",
  cause: [],
  patches: [],
};
const stopped: Finding = { ...found, verdict: "exhausted", minimal: false, deltas: { total: 40, cause: 3 } };

const digest = (finding: Finding) =>
  digestOf({ finding, excerpts: [], steps: [] } as Partial<Story> as Story, changesReport);

describe("a digest", () => {
  test("has the places of the cause, without what it only needs, the patches and what they do", () => {
    const { places, patches, confidence } = digest(found);
    expect(places).toEqual([{ file: "src/a b.js", line: 2 }]);
    expect(patches).toEqual([{ name: "fix", file: "fix.patch", use: "applies to NEW: with it the test passes" }]);
    expect(confidence).toBe("proved");
  });

  test.each<[string, Partial<Finding>, string]>([
    ["not minimal", { minimal: false }, "confirmed"],
    ["not the same again", { assumptions: [{ assumption: "consistent", seen: "x" }] }, "doubtful"],
    ["stopped early", { verdict: "exhausted", deltas: { total: 9, cause: 2 } }, "narrowed"],
    ["stopped before anything was narrowed", { verdict: "exhausted", deltas: { total: 9, cause: 9 } }, "none"],
    ["not reproduced", { verdict: "not-reproduced" }, "none"],
  ])("%s is not proved", (_, about, confidence) => {
    expect(digest({ ...found, ...about }).confidence).toBe(confidence);
  });

  test("blames no place if no cause was found", () => {
    expect(digest({ ...none, cause: found.cause }).places).toEqual([]);
  });

  test("has the command that goes on", () => {
    expect(digest(stopped).commands).toEqual([{ shows: "goes on", command: "culprit resume 20261115-091233" }]);
  });
});

describe("github", () => {
  test("an annotation at the guilty line, with special characters escaped", () => {
    expect(githubReport(digest(found))).toMatch(
      /^::error file=src\/a b\.js,line=2,title=culprit::It fails because of src\/a b\.js:2, changed in 0123456789 by Ada @ada, 2026-03-04\.%0A1 of 4 changes; .*\n$/,
    );
  });

  test("a notice without a place if nobody is to blame", () => {
    expect(githubReport(digest(none))).toBe("::notice title=culprit::No cause found.%0AThe test passes at HEAD.\n");
  });

  test("a warning for what is not confirmed", () => {
    expect(githubReport(digest(stopped))).toMatch(/^::warning file=/);
  });
});

describe("gitlab", () => {
  test("a Code Quality entry for each place; its fingerprint stays when the line moves", () => {
    const entries = JSON.parse(gitlabReport(digest(found)));
    expect(entries).toMatchObject([
      { check_name: "culprit/changes", severity: "major", location: { path: "src/a b.js", lines: { begin: 2 } } },
    ]);
    expect(entries[0].fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.parse(gitlabReport(digest(none)))).toEqual([]);
  });

  test("places in one file have fingerprints of their own, or GitLab would show only one of them", () => {
    const places = [
      { file: "a.js", line: 2 },
      { file: "a.js", line: 9 },
      { file: "b.js", line: 2 },
    ];
    const entries = JSON.parse(gitlabReport({ ...digest(found), places })) as { fingerprint: string }[];
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });
});

describe("markdown", () => {
  test("the answer, the change, what was proved, the patches", () => {
    const text = markdownReport(digest(found));
    expect(text).toContain("### It fails because of `src/a b.js:2`, changed in `0123456789` by Ada");
    expect(text).toContain("```text\n  src/a b.js:2");
    expect(text).toContain("- `fix.patch` applies to NEW: with it the test passes");
  });

  test("notifies nobody, and nothing in it becomes markup", () => {
    const cause = [{ file: "a``b.js", line: 1, old: "x\n", text: "y ```\n<script>\n", ...commit, author: "*<b>@root" }];
    const text = markdownReport(digest({ ...found, cause }));
    expect(text.split("\n")[0]).toContain("by \\*\\<b\\>@\u200broot");
    expect(text).toContain("````text");
    expect(text).toContain("```a``b.js:1```");
  });
});

describe("sarif", () => {
  const schemaFile = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const ajv = new ajvDraft4.default({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));
  const log = (finding: Finding) => {
    const value = JSON.parse(sarifReport(digest(finding), { version: "1.2.3", about: "the cause in code changes" }));
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    return value;
  };

  test("the official schema refuses a wrong log", () => {
    expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
  });

  test("one result at the guilty line, with the path as an address", () => {
    expect(log(found).runs[0].results).toMatchObject([
      {
        ruleId: "culprit/changes",
        level: "error",
        locations: [{ physicalLocation: { artifactLocation: { uri: "src/a%20b.js" }, region: { startLine: 2 } } }],
      },
    ]);
  });

  test("further places are related; a file without a line, or a place outside, is valid too", () => {
    const cause = [{ file: "/usr/lib/x.js" }, { file: "b.js", line: 3 }];
    const [result] = log({ ...found, cause }).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe("file:///usr/lib/x.js");
    expect(result.relatedLocations).toHaveLength(1);
    log({ ...found, cause: [{ variable: "TZ", new: "UTC" }] });
  });

  test("no cause: no result, and the reason as a note", () => {
    const [run] = log(none).runs;
    expect(run.results).toEqual([]);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain("The test passes at HEAD.");
  });
});
