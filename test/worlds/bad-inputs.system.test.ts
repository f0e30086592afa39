import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { BadDay, ordinaryUser } from "./bad-day.ts";

/** A test that fails on inputs which hold a text, byte by byte. */
const failsOn = (text: string) => `LC_ALL=C grep -qaF '${text}' "$1" && exit 3; exit 0`;

function dayWith(input: string | Uint8Array, script = failsOn("X")): BadDay {
  const day = new BadDay();
  day.write("in.txt", input);
  day.script("test.sh", script);
  return day;
}

const call = (...options: string[]) => ["input", "in.txt", ...options, "--json", "--", "./test.sh", "{}"];
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))));

describe("an input of hardly anything", () => {
  test("the empty one that passes: there is nothing to explain", async () => {
    const { code, stdout, made } = await dayWith("").culprit("input", "in.txt", "--", "./test.sh", "{}");
    expect(code).toBe(1);
    expect(stdout).toContain("The test passes on in.txt (exit 0), so there is no failure to explain.");
    expect(made).toEqual([]);
  });

  test("the empty one that fails: the test fails on everything", async () => {
    const day = dayWith("", "exit 3");
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json).toMatchObject({
      verdict: "found",
      cause: [],
      reason: expect.stringContaining("also fails on the empty input"),
    });
    expect(day.folder.read("in.failing.txt")).toBe("");
  });

  test.each(["--isolate", "--find-passing"])(
    "the empty one with %s: it has no passing part, and no file is left",
    async (option) => {
      const { code, json, made } = await dayWith("", "exit 3").culprit(...call(option));
      expect(code).toBe(1);
      expect(json).toMatchObject({ verdict: "not-reproduced", files: {}, assumptions: [] });
      expect(made).toEqual([]);
    },
  );

  test("one byte", async () => {
    const day = dayWith("X");
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X", line: 1 }], deltas: { total: 1, cause: 1 }, minimal: true });
    expect(day.folder.read("in.failing.txt")).toBe("X");
  });

  test.each(["--isolate", "--find-passing"])("one byte with %s: it, and nothing", async (option) => {
    const day = dayWith("X");
    const { code, json } = await day.culprit(...call(option));
    expect(code).toBe(0);
    expect(readFileSync(json.files.failing!, "utf8")).toBe("X");
    expect(readFileSync(json.files.passing!, "utf8")).toBe("");
  });
});

describe("an input of unusual bytes", () => {
  test.each([
    ["no newline at its end", "a\nb\ncX", "lines", bytes("cX"), "cX"],
    ["CRLF at the ends of its lines", "a\r\nbX\r\nc\r\n", "lines", bytes("bX\r\n"), "bX\r\n"],
    ["only newlines", "\n\n\nX\n\n", "lines", bytes("X\n"), "X\n"],
    ["a byte order mark", bytes(0xef, 0xbb, 0xbf, "aX\n"), "characters", bytes("X"), "X"],
    ["bytes that are no UTF-8, by bytes", bytes("a", 0xff, 0xfe, "\nX", 0x80), "bytes", bytes("X"), "X"],
    ["bytes that are no UTF-8, by characters", bytes(0xc3, "X", 0xe2, 0x82, "b"), "characters", bytes("X"), "X"],
    [
      "bytes that are no UTF-8, by lines",
      bytes(0xff, "\nX", 0xfe, "\n", 0xff),
      "lines",
      bytes("X", 0xfe, "\n"),
      undefined,
    ],
    ["NUL bytes", bytes("a", 0, "b", 0, "X", 0), "bytes", bytes("X"), "X"],
  ])("%s", async (_, input, by, left, text) => {
    const day = dayWith(input);
    const { code, json } = await day.culprit(...call("--by", by));
    expect(code).toBe(0);
    expect(readFileSync(day.path("in.failing.txt"))).toEqual(left);
    expect(json.cause).toEqual([
      {
        ...(text === undefined ? { base64: left.toString("base64") } : { text }),
        file: "in.txt",
        line: expect.any(Number),
      },
    ]);
  });

  test("is cut into bytes where it is no text, and a cause of such bytes is given in base64", async () => {
    const day = dayWith(bytes("ab", 0xff, "c", 0), `LC_ALL=C grep -qaP '\\xff' "$1" && exit 3; exit 0`);
    const { json } = await day.culprit(...call());
    expect(json).toMatchObject({ by: "bytes", cause: [{ base64: "/w==" }] });
    const shown = await day.culprit("show", "last");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("1 of 5 bytes");
  });

  test("a byte order mark that is the cause is kept whole", async () => {
    const mark = bytes(0xef, 0xbb, 0xbf);
    const day = dayWith(
      Buffer.concat([mark, bytes("abc\n")]),
      `LC_ALL=C grep -qaP '\\xef\\xbb\\xbf' "$1" && exit 3; exit 0`,
    );
    const { json } = await day.culprit(...call());
    expect(json).toMatchObject({ by: "characters", cause: [{ text: "\uFEFF" }], deltas: { cause: 1 } });
    expect(readFileSync(day.path("in.failing.txt"))).toEqual(mark);
  });

  test("50 MB", async () => {
    const line = `${"so many words ".repeat(7)}\n`;
    const input = Buffer.from(line.repeat(Math.ceil(50e6 / line.length)));
    input.write("here is XYZ", 32_000_007);
    const day = dayWith(input, failsOn("XYZ"));
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json).toMatchObject({
      minimal: true,
      cause: [{ text: "XYZ", line: Math.floor(32_000_015 / line.length) + 1 }],
    });
    expect(day.folder.read("in.failing.txt")).toBe("XYZ");
  });
});

describe("an input of an unusual name", () => {
  const names = [
    "a b.txt",
    "it's.txt",
    'say "hi".txt',
    "new\nline.txt",
    "--json",
    "{}",
    "$HOME;*.txt",
    ".hidden",
    "ünï €.txt",
  ];
  test.each(names)("%j", async (name) => {
    const day = new BadDay();
    day.write(name, "aXb");
    day.script("test.sh", failsOn("X"));
    const { code, json, made } = await day.culprit("input", `./${name}`, "--json", "--", "./test.sh", "{}");
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X", file: name }]);
    expect(made).toEqual([basename(json.files.failing!)]);
  });

  test("so long that a result beside it would have none: it is told", async () => {
    const day = dayWith("X");
    const name = `${"a".repeat(250)}.txt`;
    day.write(name, "aXb");
    const { code, stderr, made } = await day.culprit("input", name, "--", "./test.sh", "{}");
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot write the result to .*: name too long\. Name another place with --output\./);
    expect(made).toEqual([]);
  });

  test("as a word of the test: it means the candidate, whatever it looks like", async () => {
    const day = dayWith("X");
    day.write("new\nline {}.txt", "aXb");
    const words = ["--placeholder", "@@", "--json", "--", "./test.sh", "new\nline {}.txt"];
    const { code, json } = await day.culprit("input", "new\nline {}.txt", ...words);
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X" }]);
  });

  test("with a dash before it: ./ shows that it is no option", async () => {
    const day = dayWith("X");
    day.write("-dash.txt", "aXb");
    const { json } = await day.culprit("input", "./-dash.txt", "--json", "--", "./test.sh", "{}");
    expect(json.cause).toMatchObject([{ text: "X", file: "-dash.txt" }]);
  });
});

describe("an input that is none", () => {
  test.each([
    ["a missing file", "missing.txt", "There is no file missing.txt."],
    [
      "a pipe",
      "pipe",
      "pipe is a pipe or a device, but the input is read more than once. Save it to a file and give that.",
    ],
  ])("%s: it is told, as the failing one and as the passing one", async (_, name, message) => {
    const day = dayWith("aXb");
    spawnSync("mkfifo", [day.path("pipe")]);
    const failing = await day.culprit("input", name, "--", "./test.sh", "{}");
    const passing = await day.culprit("input", "in.txt", `--passing=${name}`, "--", "./test.sh", "{}");
    for (const { code, stderr, made } of [failing, passing]) {
      expect(code).toBe(2);
      expect(stderr).toContain(`culprit: ${message}`);
      expect(made).toEqual([]);
    }
  });

  test("one that may not be read: it is told", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    day.write("in.txt", "aXb");
    day.script("test.sh", failsOn("X"));
    chmodSync(day.path("in.txt"), 0);
    const { code, stderr } = await day.culprit(...call());
    expect(code).toBe(2);
    expect(stderr).toContain("Cannot read in.txt: permission denied.");
  });

  test("one that may be read but not written: the answer is right, and may not be written either", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    day.write("in.txt", "aXb", 0o444);
    day.script("test.sh", failsOn("X"));
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X" }]);
  });
});
