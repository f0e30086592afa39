import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BadDay } from "./bad-day.ts";

const failsOnNeedle = `LC_ALL=C grep -qaF NEEDLE "$1" && exit 3; exit 0`;

const functions = Array.from({ length: 5 }, (_, i) => `int f${i}(int a) {\n  int b = a + ${i};\n  return b;\n}\n`).join(
  "",
);
const source = `// first\n${functions}int NEEDLE;\n`;

function dayWith(name: string, input: string | Uint8Array, script = failsOnNeedle): BadDay {
  const day = new BadDay();
  day.write(name, input);
  day.script("test.sh", script);
  return day;
}

const call = (name: string, ...options: string[]) => [
  "input",
  name,
  ...options,
  "--quiet",
  "--json",
  "--",
  "./test.sh",
  "{}",
];

describe("a text that is not what its name says", () => {
  const json = JSON.stringify({ a: [1, 2, { b: "NEEDLE" }], c: "x".repeat(40) }, null, 1);
  test.each([
    ["a byte order mark before C", "a.c", Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(source)])],
    ["CRLF", "a.c", source.replaceAll("\n", "\r\n")],
    ["Latin-1 in a comment", "a.c", Buffer.from(`/* é */\n${source}`, "latin1")],
    ["two encodings", "a.c", Buffer.concat([Buffer.from("// é漢\n"), Buffer.from(`// é\n${source}`, "latin1")])],
    ["NUL bytes in C", "a.c", `${source}\0\0int x;\0${functions}`],
    ["bytes without sense called JSON", "a.json", Buffer.from(`${"\u{1}\xff\xfe{[".repeat(200)}NEEDLE`, "latin1")],
    ["JSON called C", "a.c", json],
    ["C called JSON", "a.json", source],
    ["errors everywhere", "a.c", `${"{)(]\"'\\ int /*<".repeat(60)} NEEDLE ${"}}if(0".repeat(40)}`],
    [
      "PHP in HTML",
      "a.php",
      `<p><?php foreach ($a as $b) { echo "NEEDLE"; } ?></p><script>var x;</script>\n`.repeat(3),
    ],
    ["a template", "a.html", `{% for a in b %}<li {% if x %}id="y"{% endif %}>NEEDLE</li>{% endfor %}\n`.repeat(3)],
  ])("%s: what is left is the cause", async (_, name, input) => {
    const day = dayWith(name, input);
    const { code, json } = await day.culprit(...call(name));
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "found", minimal: true, cause: [{ text: "NEEDLE", file: name }] });
    expect(readFileSync(json.files.failing!, "utf8")).toBe("NEEDLE");
  });

  test.each(["a.c", "a.json", "a.xml", "a.csv", "a.yaml", "a.ini", "a.py"])("%s of white space", async (name) => {
    const day = dayWith(name, "  \n\t\n ", `[ -s "$1" ] && exit 3; exit 0`);
    const { code, json } = await day.culprit(...call(name));
    expect(code).toBe(0);
    expect(readFileSync(json.files.failing!, "utf8")).toHaveLength(1);
  });

  test.each(["python", "xml", "haskell", "csv", "text", "yaml"])("--language %s for C", async (language) => {
    const day = dayWith("a.c", source);
    const { code, json } = await day.culprit(...call("a.c", "--language", language));
    expect(code).toBe(0);
    expect(readFileSync(json.files.failing!, "utf8")).toBe("NEEDLE");
  });
});

describe("a text nested deeply", () => {
  const nested = (depth: number): [string, string][] => [
    ["a.json", `${"[".repeat(depth)}"NEEDLE"${"]".repeat(depth)}`],
    ["a.c", `int f(){return ${"(".repeat(depth)}NEEDLE${")".repeat(depth)};}\n`],
    ["a.xml", `${"<a>".repeat(depth)}NEEDLE${"</a>".repeat(depth)}`],
  ];

  test.each(nested(2000))("%s: the search begins, and a limit ends it in order", async (name, input) => {
    const { code, json } = await dayWith(name, input).culprit(...call(name, "--max-tests", "2"));
    expect([0, 1]).toContain(code);
    expect(["exhausted", "found"]).toContain(json.verdict);
    expect(readFileSync(json.files.failing!, "utf8")).toContain("NEEDLE");
  });

  // Both the tries of the items that hold nearly everything, and replacing, go level by level.
  test.each(nested(300).slice(0, 2))("%s: it takes far fewer tests than it has levels", async (name, input) => {
    const { json } = await dayWith(name, input).culprit(...call(name, "--max-tests", "150"));
    expect(json.verdict).toBe("found");
  });
});

describe("a text of very many equal parts", () => {
  test("lines", async () => {
    const day = dayWith("a.txt", `${"a\n".repeat(300_000)}NEEDLE\n`);
    const { code } = await day.culprit(...call("a.txt"));
    expect(code).toBe(0);
    expect(day.folder.read("a.failing.txt")).toBe("NEEDLE");
  });

  test.each([
    ["a.xml", `<r>${"<a/>".repeat(40_000)}NEEDLE</r>`],
    ["a.py", `${"pass\n".repeat(30_000)}NEEDLE\n`],
  ])("%s, to be replaced", async (name, input) => {
    const { code } = await dayWith(name, input).culprit(...call(name, "--passes", "replace"));
    expect(code).toBe(0);
  });
});

describe("--passes", () => {
  const names = ["structure", "replace", "names", "space", "no-space", "tokens", "windows", "characters"];
  test.each(names)("%s alone: the result fails, and is smaller", async (name) => {
    const day = dayWith("a.c", source);
    const { code, json } = await day.culprit(...call("a.c", "--passes", name));
    expect(code).toBe(0);
    const left = day.folder.read("a.failing.c");
    expect(left).toContain("NEEDLE");
    expect(left.length).toBeLessThan(source.length);
    expect(json.stages!.map((stage) => stage.name).every((each) => each === name)).toBe(true);
  });

  test.each(["lines", "bytes", "columns"])(
    "%s for C: it is done, or refused, but nothing untried is called minimal",
    async (name) => {
      const ended = await dayWith("a.c", source).culprit(...call("a.c", "--passes", name));
      if (ended.code === 2) expect(ended.made).toEqual([]);
      else expect([ended.json.minimal, ended.json.tests.needed > 0]).not.toEqual([true, false]);
    },
  );
});

describe("--decompose", () => {
  test.each([
    ["fails", "exit 3", "--decompose ended with exit 3."],
    ["is not there", "no-such-command", "--decompose ended with exit 127:"],
    ["prints something else", "echo garbage", `where a part starts and ends, not "garbage".`],
    ["prints numbers below zero", "echo -5 3", `where a part starts and ends, not "-5 3".`],
    ["kills itself", "kill -9 $$", "--decompose ended with SIGKILL."],
  ])("that %s: it is told", async (_, command, message) => {
    const { code, stderr } = await dayWith("a.c", source).culprit(...call("a.c", "--decompose", command));
    expect([1, 2]).toContain(code);
    expect(stderr).toContain(message);
  });

  test.each(["echo 0 9; echo 3 12", "echo 0 60; echo 9 20; echo 12 15", "yes 0 9 | head -1000"])(
    "that prints what overlaps, nests or repeats (%s): the result fails",
    async (command) => {
      const day = dayWith("a.c", source);
      const { code } = await day.culprit(...call("a.c", "--decompose", command));
      expect(code).toBe(0);
      expect(day.folder.read("a.failing.c")).toContain("NEEDLE");
      expect(day.folder.read("a.failing.c").length).toBeLessThan(source.length);
    },
  );

  test.each(["echo 0 99999", "echo 5 3", "true"])(
    "that prints no usable range (%s): the whole input is not called needless",
    async (command) => {
      const { code, stdout } = await dayWith("a.c", source).culprit(
        ...call("a.c", "--decompose", command).filter((word) => word !== "--json"),
      );
      expect(stdout).not.toContain("also fails on the empty input");
      expect(code).toBe(2);
    },
  );

  test("parts that went are not counted as parts of the cause", async () => {
    const { json } = await dayWith("a.c", source).culprit(...call("a.c", "--decompose", "echo 0 9"));
    expect(json.deltas).toEqual({ total: 1, cause: 0 });
  });
});

describe("--format", () => {
  test.each([
    ["fails", "exit 3", "NEEDLE"],
    ["is not there", "no-such-command", "NEEDLE"],
    ["empties the text", "true", "NEEDLE"],
    ["changes the failure", "tr N n", "NEEDLE"],
    ["floods", "yes | head -c 5000000", "NEEDLE"],
    ["adds to it", "cat; echo ' // more'", "NEEDLE // more\n"],
    ["changes the file in its place", "printf ' ' >> {}", "NEEDLE "],
  ])("that %s: the result fails", async (_, command, left) => {
    const day = dayWith("a.c", source);
    const { code, json } = await day.culprit(...call("a.c", "--format", command));
    expect(code).toBe(0);
    expect(json.verdict).toBe("found");
    expect(day.folder.read("a.failing.c")).toBe(left);
  });
});

test("--causes 2: each is found through the structure, and their files fail", async () => {
  const day = dayWith("a.c", `${functions}int NEEDLE;\n${functions}void q() { NEEDLE; }\n`);
  const { json, made } = await day.culprit(...call("a.c", "--causes", "2"));
  expect(json.causes).toHaveLength(1);
  expect(made).toEqual(["a.failing-2.c", "a.failing.c"]);
  for (const name of made) expect(day.folder.read(name)).toBe("NEEDLE");
});

test("other failures: each witness shows the failure it is listed for", async () => {
  const day = new BadDay();
  day.write("a.txt", Array.from({ length: 12 }, (_, i) => `line ${i}\n`).join(""));
  day.write(
    "test.py",
    [
      "import sys",
      "text = open(sys.argv[1]).read()",
      "def three(): raise ValueError('seven')",
      "def many(): raise KeyError('many')",
      "def some(): raise IndexError('some')",
      "if 'line 7' in text: three()",
      "if text.count('line') >= 4: many()",
      "if 'line' in text: some()",
    ].join("\n"),
  );
  const { code, json } = await day.culprit("input", "a.txt", "--quiet", "--json", "--", "python3", "test.py", "{}");
  expect(code).toBe(0);
  expect(json.otherFailures!.length).toBeGreaterThan(0);
  for (const { failure, file } of json.otherFailures!) {
    const { stderr } = await day.shell(`python3 test.py '${file}'`);
    const kind = /\b(ValueError|KeyError|IndexError)\b/.exec(failure)![1]!;
    expect(stderr).toContain(kind);
    expect(kind).not.toBe("ValueError");
  }
});
