import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder, printer, selectFolder, selectLine } from "./culprit.ts";

describe("simplifying", () => {
  test("gives the minimal failing input, and the finding that CONTRACT promises", async () => {
    const folder = selectFolder();
    const { code, json } = await folder.culprit(
      "input",
      "bug.html",
      "--by",
      "bytes",
      "--json",
      "--output",
      "min.html",
      "--",
      "./printer.sh",
      "{}",
    );
    expect(code).toBe(0);
    expect(folder.read("min.html")).toBe("<SELECT>");
    expect(json).toMatchObject({
      kind: "input",
      verdict: "found",
      search: "auto",
      by: "bytes",
      deltas: { total: 40, cause: 8 },
      minimal: true,
      cause: [
        { text: "<SELECT", file: "bug.html", line: 1 },
        { text: ">", file: "bug.html", line: 1 },
      ],
      files: { failing: join(folder.path, "min.html") },
    });
    expect(json.tests.needed).toBeLessThanOrEqual(48);
    expect(json.tests.pass + json.tests.fail + json.tests.unresolved).toBe(json.tests.needed);
    expect(folder.read("bug.html")).toBe(selectLine);
  });

  test("the number of needed tests and the result do not depend on --jobs", async () => {
    const folder = selectFolder();
    const [one, four] = [
      await folder.culprit("input", "bug.html", "--jobs", "1", "--json", "--", "./printer.sh", "{}"),
      await folder.culprit("input", "bug.html", "--jobs", "4", "--json", "--", "./printer.sh", "{}"),
    ];
    const { run: _, ahead: __, ...counts } = one.json.tests;
    expect(four.json.tests).toMatchObject(counts);
    expect(four.json.cause).toEqual(one.json.cause);
  });

  test("of a text of several lines whole lines go first, and then characters of what is left", async () => {
    const folder = newFolder();
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i} of the report\n`);
    lines[57] = "a header <SELECT NAME=x> in between\n";
    folder.write("report.txt", lines.join(""));
    folder.script("printer.sh", printer);
    const { json } = await folder.culprit("input", "report.txt", "--json", "--", "./printer.sh", "{}");
    expect(folder.read("report.failing.txt")).toBe("<SELECT>");
    expect(json.stages[0]).toMatchObject({ name: "lines", deltas: { total: lines.join("").length, cause: 36 } });
    expect(json.stages.map(({ name }) => name)).toContain("characters");
    expect(json.deltas).toEqual({ total: lines.join("").length, cause: 8 });
    expect(json.cause[0]).toMatchObject({ text: "<SELECT", line: 58 });
  });

  test("characters of several bytes are never cut, bytes may be", async () => {
    const folder = newFolder();
    folder.write("greek.txt", "αβγδε€𝄞ζη");
    folder.script("test.sh", `grep -q '€' "$1" && exit 3; iconv -f utf-8 -t utf-8 "$1" >/dev/null || exit 1; exit 0`);
    const { json } = await folder.culprit("input", "greek.txt", "--json", "--", "./test.sh", "{}");
    expect(json.cause).toMatchObject([{ text: "€" }]);
    expect(json.deltas).toEqual({ total: 9, cause: 1 });
    expect(json.tests.unresolved).toBe(0);
  });

  test("further causes do not overlap the first", async () => {
    const folder = newFolder();
    folder.write("in.txt", Array.from({ length: 30 }, (_, i) => `${i}\n`).join(""));
    folder.script("test.sh", `grep -qx 4 "$1" && exit 3; grep -qx 17 "$1" && grep -qx 23 "$1" && exit 3; exit 0`);
    const { json } = await folder.culprit(
      "input",
      "in.txt",
      "--by",
      "lines",
      "--causes",
      "5",
      "--json",
      "--",
      "./test.sh",
      "{}",
    );
    const texts = [json.cause, ...json.causes].map((cause) => cause.map(({ text }) => text).join(""));
    expect(texts.sort()).toEqual(["17\n23\n", "4\n"]);
    expect(json.assumptions.map(({ assumption }) => assumption)).toContain("unambiguous");
    expect(folder.read("in.failing.txt") + folder.read("in.failing-2.txt")).toHaveLength(8);
  });

  test.each(["ddmin", "thorough", "wide", "interference", "one-minimal"])(
    "--search %s finds the same",
    async (search) => {
      const folder = selectFolder();
      const { json } = await folder.culprit(
        "input",
        "bug.html",
        "--search",
        search,
        "--json",
        "--",
        "./printer.sh",
        "{}",
      );
      expect(folder.read("bug.failing.html")).toBe("<SELECT>");
      expect(json.search).toBe(search);
    },
  );

  test("a test that fails on everything: an empty result, and it is said", async () => {
    const folder = selectFolder();
    folder.script("always.sh", "exit 3");
    const { code, stdout } = await folder.culprit("input", "bug.html", "--output", "e", "--", "./always.sh", "{}");
    expect(code).toBe(0);
    expect(stdout).toContain("Your test also fails on the empty input");
    expect(folder.read("e")).toBe("");
  });
});

describe("isolating", () => {
  test("against the empty input gives two files that differ in one delta", async () => {
    const folder = selectFolder();
    const { code, json } = await folder.culprit(
      "input",
      "bug.html",
      "--isolate",
      "--by",
      "bytes",
      "--json",
      "--output",
      "pair",
      "--",
      "./printer.sh",
      "{}",
    );
    expect(code).toBe(0);
    expect(json.tests.needed).toBe(5);
    expect(json).toMatchObject({ search: "dd", deltas: { total: 40, cause: 1 }, cause: [{ text: "<", line: 1 }] });
    expect(readFileSync(json.files.failing!, "utf8")).toBe(selectLine);
    expect(readFileSync(json.files.passing!, "utf8")).toBe(selectLine.slice(1));
  });

  test("against another file: the edits of its structure, then finer ones", async () => {
    const folder = newFolder();
    const lines = Array.from({ length: 100 }, (_, i) => `setting.${i} = ${i * 7}\n`);
    folder.write("good.conf", lines.join(""));
    const bad = lines
      .map((line, i) => (i % 3 === 0 ? line.replace("=", "= 1") : line))
      .toSpliced(50, 1, "timeout = -5\n");
    folder.write("bad.conf", bad.join(""));
    folder.script("test.sh", `grep -q 'timeout = -' "$1" && { echo "negative timeout" >&2; exit 1; }; exit 0`);
    const { json } = await folder.culprit(
      "input",
      "bad.conf",
      "--passing",
      "good.conf",
      "--json",
      "--",
      "./test.sh",
      "{}",
    );
    expect(json.verdict).toBe("found");
    expect(json.stages[0]).toMatchObject({ name: "structure", deltas: { cause: 1 } });
    expect(json.cause).toHaveLength(1);
    expect(json.cause[0]).toMatchObject({ file: "bad.conf", line: 51 });
    expect(readFileSync(json.files.failing!, "utf8")).toContain("timeout = -");
    expect(readFileSync(json.files.passing!, "utf8")).not.toContain("timeout = -");
  });

  test("a passing end that fails too, or cannot be judged, is refused with what to do instead", async () => {
    const folder = selectFolder();
    folder.write("same.html", `${selectLine} `);
    const fails = await folder.culprit(
      "input",
      "bug.html",
      "--passing",
      "same.html",
      "--json",
      "--",
      "./printer.sh",
      "{}",
    );
    expect(fails.code).toBe(1);
    expect(fails.json.verdict).toBe("not-reproduced");
    expect(fails.stderr).toContain("fails on same.html as well");
    folder.script("strict.sh", `[ -s "$1" ] || exit 2\n${printer}`);
    const unresolved = await folder.culprit("input", "bug.html", "--isolate", "--", "./strict.sh", "{}");
    expect(unresolved.code).toBe(1);
    expect(unresolved.stdout).toContain("--find-passing");
  });

  test("--find-passing gives the largest passing part, although nothing at all is no valid input", async () => {
    const folder = newFolder();
    folder.write("in.txt", Array.from({ length: 40 }, (_, i) => `${i}\n`).join(""));
    folder.script("test.sh", `[ -s "$1" ] || exit 2; grep -qx 7 "$1" && grep -qx 31 "$1" && exit 3; exit 0`);
    const { code, json } = await folder.culprit(
      "input",
      "in.txt",
      "--find-passing",
      "--by",
      "lines",
      "--json",
      "--",
      "./test.sh",
      "{}",
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({ search: "ddmax", deltas: { total: 40, cause: 1 }, minimal: true });
    expect(readFileSync(json.files.passing!, "utf8").split("\n")).toHaveLength(40);
  });
});

describe("the test", () => {
  test("runs in a folder that holds only the candidate, with what CONTRACT says in its environment", async () => {
    const folder = newFolder();
    folder.write("a b.txt", "x");
    folder.script(
      "test.sh",
      `{ ls -A; pwd; echo "$CULPRIT_INPUT"; echo "$CULPRIT_CWD"; echo "$CULPRIT_SLOT"; ls -A "$TMPDIR"; } > "$CULPRIT_CWD/seen" ; [ -t 0 ] && exit 9; grep -q x "$CULPRIT_INPUT" && exit 3; exit 0`,
    );
    const { json } = await folder.culprit("input", "a b.txt", "--jobs", "1", "--json", "--", "./test.sh");
    expect(json.verdict).toBe("found");
    const [listed, cwd, path, user, slot, ...rest] = folder.read("seen").split("\n");
    expect(listed).toBe("a b.txt");
    expect(path).toBe(`${cwd}/a b.txt`);
    expect(user).toBe(folder.path);
    expect(slot).toBe("0");
    expect(rest).toEqual([""]);
  });

  test("gets the candidate on standard input without {}, and by the name of the failing input as a word", async () => {
    const folder = selectFolder();
    const piped = await folder.culprit("input", "bug.html", "--json", "--", "./printer.sh");
    expect(piped.json.cause.map(({ text }) => text).join("")).toBe("<SELECT>");
    const named = await folder.culprit("input", "bug.html", "--json", "--", "sh", "printer.sh", "bug.html");
    expect(named.json.cause.map(({ text }) => text).join("")).toBe("<SELECT>");
    expect(named.stderr).toContain("bug.html → the candidate");
    expect(named.stderr).toContain(`printer.sh → ${folder.path}/printer.sh`);
  });

  test("--literal leaves words alone, --placeholder names another one", async () => {
    const folder = selectFolder();
    const placed = await folder.culprit(
      "input",
      "bug.html",
      "--placeholder",
      "@@",
      "--json",
      "--",
      "./printer.sh",
      "@@",
    );
    expect(placed.json.verdict).toBe("found");
    const literal = await folder.culprit("input", "bug.html", "--literal", "--", "./printer.sh", "{}");
    expect(literal.code).toBe(2);
    expect(literal.stderr).toContain("printer.sh");
  });

  test("--interesting with --isolate warns that what is merely broken passes", async () => {
    const folder = selectFolder();
    folder.script("interesting.sh", `grep -q '<SELECT[^>]*>' bug.html`);
    const words = ["input", "bug.html", "--interesting", "--", "./interesting.sh"];
    const isolating = await folder.culprit(...words.toSpliced(2, 0, "--isolate"));
    expect(isolating.code).toBe(0);
    expect(isolating.stderr).toContain("build errors");
    expect((await folder.culprit(...words)).stderr).not.toContain("build errors");
  });

  test("--interesting runs a C-Reduce script unchanged", async () => {
    const folder = selectFolder();
    folder.script("interesting.sh", `grep -q '<SELECT[^>]*>' bug.html`);
    await folder.culprit("input", "bug.html", "--interesting", "--output", "c.html", "--", "./interesting.sh");
    expect(folder.read("c.html")).toBe("<SELECT>");
  });

  test("--failure match goes by the output, exit by the status, any by any status", async () => {
    const folder = newFolder();
    folder.write("in.txt", "aXbYc");
    folder.script("test.sh", `grep -q X "$1" && echo "odd X" && exit 0; grep -q Y "$1" && exit 4; exit 0`);
    const match = await folder.culprit(
      "input",
      "in.txt",
      "--failure",
      "match:odd [A-Z]",
      "--json",
      "--",
      "./test.sh",
      "{}",
    );
    expect(match.json.cause).toMatchObject([{ text: "X" }]);
    folder.script("status.sh", `grep -q X "$1" && exit 4; grep -q Y "$1" && exit 5; exit 0`);
    const exit = await folder.culprit("input", "in.txt", "--failure", "exit", "--json", "--", "./status.sh", "{}");
    expect(exit.json.cause).toMatchObject([{ text: "X" }]);
    const any = await folder.culprit(
      "input",
      "in.txt",
      "--failure",
      "any",
      "--causes",
      "3",
      "--json",
      "--",
      "./status.sh",
      "{}",
    );
    expect([any.json.cause, ...any.json.causes]).toHaveLength(2);
  });
});

describe("results", () => {
  test("stand beside the input, numbered rather than overwritten, with its mode", async () => {
    const folder = newFolder();
    folder.write("bug.sh", `#!/bin/sh\n# ${selectLine}\n`, 0o755);
    folder.script("printer.sh", printer);
    for (let i = 0; i < 3; i++) await folder.culprit("input", "bug.sh", "--quiet", "--", "./printer.sh", "{}");
    const results = readdirSync(folder.path).filter((name) => name.startsWith("bug."));
    expect(results.sort()).toEqual(["bug.failing-2.sh", "bug.failing-3.sh", "bug.failing.sh", "bug.sh"]);
    expect(statSync(join(folder.path, "bug.failing.sh")).mode & 0o777).toBe(0o755);
  });

  test("--html writes one file that needs no other", async () => {
    const folder = selectFolder();
    await folder.culprit("input", "bug.html", "--html", "out/report.html", "--quiet", "--", "./printer.sh", "{}");
    const page = folder.read("out/report.html");
    expect(page).toContain("&lt;SELECT");
    expect(page).not.toMatch(/src=|https?:\/\/(?!www\.w3\.org)/);
  });

  test("nothing else is left in the folder, and the record keeps itself out of git", async () => {
    const folder = selectFolder();
    await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
    expect(readdirSync(folder.path).sort()).toEqual([".culprit", "bug.failing.html", "bug.html", "printer.sh"]);
    expect(folder.read(".culprit/.gitignore")).toBe("*\n");
    expect(existsSync(join(folder.path, ".culprit", "runs"))).toBe(true);
  });

  test("--quiet prints no progress, --json nothing but the object", async () => {
    const folder = selectFolder();
    const { stdout, stderr } = await folder.culprit(
      "input",
      "bug.html",
      "--quiet",
      "--json",
      "--",
      "./printer.sh",
      "{}",
    );
    expect(stderr).toBe("");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("memory across runs", () => {
  test("--reuse goes by what an earlier run found, as long as the test and the files it names are the same", async () => {
    const folder = selectFolder();
    const again = () =>
      folder.culprit("input", "bug.html", "--reuse", "--json", "--jobs", "1", "--", "./printer.sh", "{}");
    const first = await again();
    const second = await again();
    expect(second.json.tests.needed).toBe(0);
    expect(second.json.tests.cached).toBe(first.json.tests.needed + first.json.tests.cached);
    expect(second.json.cause).toEqual(first.json.cause);
    folder.script("printer.sh", `${printer}\n# another one`);
    expect((await again()).json.tests.needed).toBe(first.json.tests.needed);
    const without = await folder.culprit("input", "bug.html", "--json", "--", "./printer.sh", "{}");
    expect(without.json.tests.needed).toBe(first.json.tests.needed);
  });
});

describe("budgets", () => {
  test("--max-tests ends with the best so far: exit 0 when something was narrowed, and a resume goes on", async () => {
    const folder = selectFolder();
    const { code, json } = await folder.culprit(
      "input",
      "bug.html",
      "--max-tests",
      "15",
      "--json",
      "--",
      "./printer.sh",
      "{}",
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "exhausted", minimal: false, tests: { needed: 15 } });
    expect(json.deltas.cause).toBeLessThan(40);
    const resumed = await folder.culprit("resume", "last", "--json");
    expect(resumed.json).toMatchObject({ verdict: "found", run: json.run, deltas: { cause: 8 } });
    const straight = await folder.culprit("input", "bug.html", "--json", "--", "./printer.sh", "{}");
    const { run: _, ahead: __, ...counts } = straight.json.tests;
    expect(resumed.json.tests).toMatchObject(counts);
  });

  test("--budget ends a run whose tests are slow", async () => {
    const folder = selectFolder();
    folder.script("slow.sh", `sleep 0.2; ${printer}`);
    const { json } = await folder.culprit(
      "input",
      "bug.html",
      "--budget",
      "2s",
      "--jobs",
      "1",
      "--json",
      "--",
      "./slow.sh",
      "{}",
    );
    expect(json.verdict).toBe("exhausted");
  });
});
