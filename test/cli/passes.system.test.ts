import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const shop = JSON.stringify(
  {
    shop: "corner",
    tags: [[1, 2, 3], "old"],
    items: [
      { name: "tea", price: 3 },
      { name: "jam", price: "5" },
    ],
  },
  null,
  1,
);

/** Fails by a TypeError on a price that is a text, and otherwise on some lists. */
const summing = `
import json, sys
data = json.load(open(sys.argv[1]))
for tag in data.get("tags", []) if isinstance(data, dict) else []:
    if len(tag) == 2: tag[7]
print(sum(item["price"] for item in data["items"]))
`;

function shopFolder(): Folder {
  const folder = newFolder();
  folder.write("shop.json", shop);
  folder.script("find.sh", `grep -q '"price": *"' "$1" && exit 3; exit 0`);
  return folder;
}

describe("passes", () => {
  test("a JSON text becomes the smallest that fails", async () => {
    const folder = shopFolder();
    const { json } = await folder.culprit("input", "shop.json", "--json", "--", "./find.sh", "{}");
    expect(folder.read("shop.failing.json")).toBe('"price":"');
    expect(json).toMatchObject({ verdict: "found", minimal: true, by: "characters" });
    expect(json.stages.map(({ name }) => name)).toContain("structure");
    expect(json.tests.needed).toBeLessThan(60);
  });

  test("only those that are wanted run, and the result is minimal in what they look at", async () => {
    const folder = shopFolder();
    const only = await folder.culprit("input", "shop.json", "--json", "--passes", "structure", "--", "./find.sh", "{}");
    expect(new Set(only.json.stages.map(({ name }) => name))).toEqual(new Set(["structure"]));
    expect(only.json.by).toBe("parts");
    expect(JSON.parse(folder.read("shop.failing.json"))).toEqual({ "": [{ price: "" }] });
    const allBut = await folder.culprit(
      "input",
      "shop.json",
      "--json",
      "--passes=-characters,-no-space",
      "--",
      "./find.sh",
      "{}",
    );
    expect(allBut.json.stages.map(({ name }) => name)).not.toContain("characters");
    expect(allBut.json.by).toBe("tokens");
  });

  test.each(["comments", "replace", "names", "space", "no-space", "windows"])(
    "%s alone tries no single piece, so nothing is called minimal",
    async (pass) => {
      const folder = newFolder();
      folder.write("a.c", "/* why */ int other(void) { return 1; }  int NEEDLE(int longer) { return longer + 1; }\n");
      folder.script("find.sh", `grep -q NEEDLE "$1" && exit 3; exit 0`);
      const { json, code } = await folder.culprit("input", "a.c", "--json", "--passes", pass, "--", "./find.sh", "{}");
      expect([code, json.verdict, json.minimal]).toEqual([0, "found", false]);
    },
  );

  test.each([
    ["structure", "parts", "int NEEDLE() {  }\n"],
    ["tokens", "tokens", "NEEDLE"],
    ["lines", "lines", "int NEEDLE(int longer) { return longer + 1; }\n"],
  ])("%s alone proves it minimal in %s", async (pass, by, left) => {
    const folder = newFolder();
    folder.write("a.c", "int other(void) { return 1; }\nint NEEDLE(int longer) { return longer + 1; }\n");
    folder.script("find.sh", `grep -q NEEDLE "$1" && exit 3; exit 0`);
    const { json } = await folder.culprit("input", "a.c", "--json", "--passes", pass, "--", "./find.sh", "{}");
    expect([json.by, json.minimal]).toEqual([by, true]);
    expect(folder.read("a.failing.c")).toBe(left);
  });

  test("--language counts more than the name of the input", async () => {
    const folder = shopFolder();
    folder.write("data", shop);
    const { json } = await folder.culprit("input", "data", "--json", "--language", "json", "--", "./find.sh", "{}");
    expect(json.stages[0]!.name).toBe("structure");
  });

  test("the result does not depend on the number of jobs", async () => {
    const [one, many] = [shopFolder(), shopFolder()];
    const words = ["input", "shop.json", "--json", "--", "./find.sh", "{}"];
    const a = await one.culprit(...words.slice(0, 3), "--jobs", "1", ...words.slice(3));
    const b = await many.culprit(...words.slice(0, 3), "--jobs", "4", ...words.slice(3));
    expect(one.read("shop.failing.json")).toBe(many.read("shop.failing.json"));
    expect(a.json.tests.needed).toBe(b.json.tests.needed);
  });
});

describe("other failures", () => {
  test("are counted, and the smallest witness of each shows it", async () => {
    const folder = shopFolder();
    folder.write("sum.py", summing);
    const { json } = await folder.culprit("input", "shop.json", "--json", "--", "python3", "-SE", "sum.py", "{}");
    const others = json.otherFailures!;
    expect(others.length).toBeGreaterThan(1);
    for (const { failure, file, count } of others) {
      expect(count).toBeGreaterThan(0);
      const { stderr } = spawnSync("python3", ["sum.py", file!], { cwd: folder.path, encoding: "utf8" });
      expect(stderr).toContain(failure.split(/[: ]/)[0]);
    }
  });
});

describe("--decompose", () => {
  const rows = "one\ntwo\nthree\nfour\n";
  const each = `awk '{ print at + 0, at + length($0) + 1; at += length($0) + 1 }'`;

  test("takes the parts that a command prints", async () => {
    const folder = newFolder();
    folder.write("rows.dat", rows);
    const { json } = await folder.culprit(
      "input",
      "rows.dat",
      "--json",
      "--decompose",
      each,
      "--",
      "sh",
      "-c",
      "! grep -q hre {}",
    );
    expect(folder.read("rows.failing.dat")).toBe("three\n");
    expect(json).toMatchObject({ by: "parts", deltas: { total: 4, cause: 1 }, minimal: true });
  });

  test.each([
    ["a command that fails", "echo no >&2; exit 3", "--decompose ended with exit 3:\nno"],
    ["a command that prints something else", "echo a b", 'not "a b"'],
  ])("%s is told", async (_, command, message) => {
    const folder = newFolder();
    folder.write("rows.dat", rows);
    const { code, stderr } = await folder.culprit(
      "input",
      "rows.dat",
      "--decompose",
      command,
      "--",
      "sh",
      "-c",
      "! grep -q hre {}",
    );
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});

describe("--format", () => {
  test("writes the result as the formatter has it, if it still fails", async () => {
    const folder = shopFolder();
    const format = "sed 's/:/: /'";
    await folder.culprit("input", "shop.json", "--json", "--format", format, "--", "./find.sh", "{}");
    expect(folder.read("shop.failing.json")).toBe('"price": "');
  });

  test("in place, where the command names the file", async () => {
    const folder = shopFolder();
    await folder.culprit("input", "shop.json", "--format", "printf '\\n' >> {}", "--", "./find.sh", "{}");
    expect(folder.read("shop.failing.json")).toBe('"price":"\n');
  });

  test.each([
    ["fails", "exit 1", "could not be formatted"],
    ["spoils it", "echo null", "no longer fails in the same way"],
  ])("a formatter that %s leaves the result as it was", async (_, format, message) => {
    const folder = shopFolder();
    const { stderr } = await folder.culprit("input", "shop.json", "--format", format, "--", "./find.sh", "{}");
    expect(stderr).toContain(message);
    expect(folder.read("shop.failing.json")).toBe('"price":"');
  });
});
