import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "./culprit.ts";

/** A project of some files of which one, with what it includes, makes the test fail. */
function project() {
  const folder = newFolder();
  for (const place of ["proj/src", "proj/include", "proj/docs"])
    mkdirSync(join(folder.path, place), { recursive: true });
  for (let i = 0; i < 12; i++) folder.write(`proj/src/f${i}.c`, `int f${i}(int a) { return a + ${i}; }\n`);
  folder.write("proj/include/a.h", "struct s { int first; };\n");
  folder.write("proj/include/b.h", "int unused(void);\n");
  folder.write("proj/src/main.c", '#include "a.h"\n#include "b.h"\nint f(struct s *p) { return p->second + 1; }\n');
  folder.write("proj/docs/read.me", "nothing to see\n");
  folder.script(
    "test.sh",
    `cd "$1" && gcc -Iinclude -fsyntax-only src/*.c 2>&1 | grep -q "no member named .second" && exit 3; exit 0`,
  );
  return folder;
}

describe("a folder as input", () => {
  test("loses files, and then what is in them; the user's is left as it is", async () => {
    const folder = project();
    const { code, json } = await folder.culprit("input", "proj", "--json", "--", "./test.sh", "{}");
    expect(code).toBe(0);
    expect(json.verdict).toBe("found");
    expect(json.minimal).toBe(true);
    expect(readdirSync(join(folder.path, "proj.failing"))).toEqual(["include", "src"]);
    expect(readdirSync(join(folder.path, "proj.failing/include"))).toEqual(["a.h"]);
    expect(readdirSync(join(folder.path, "proj.failing/src"))).toEqual(["main.c"]);
    expect(folder.read("proj.failing/src/main.c")).toMatch(/second/);
    expect(folder.read("proj.failing/src/main.c").length).toBeLessThan(60);
    expect(new Set(json.cause.map(({ file }) => file))).toEqual(new Set(["include/a.h", "src/main.c"]));
    expect(readdirSync(join(folder.path, "proj/src"))).toHaveLength(13);
  });

  test("is called minimal only in what was looked at: with passes that try no character, in its files", async () => {
    const folder = project();
    const words = ["input", "proj", "--json", "--passes", "structure", "--", "./test.sh", "{}"];
    const { json } = await folder.culprit(...words);
    expect(json).toMatchObject({ by: "files", minimal: true, deltas: { total: 16, cause: 2 } });
  });

  test("empties a file of which only the name is needed", async () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "in"));
    folder.write("in/a", "x");
    folder.write("in/b", "yes");
    folder.script("test.sh", `[ -e "$1/a" ] && grep -q yes "$1/b" 2>/dev/null && exit 3; exit 0`);
    const { json } = await folder.culprit("input", "in", "--json", "--", "./test.sh", "{}");
    expect(folder.read("in.failing/a")).toBe("");
    expect(json).toMatchObject({ by: "characters", minimal: true });
  });

  test("keeps names, modes and links", async () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "in/bin"), { recursive: true });
    folder.script("in/bin/tool", "echo bad");
    symlinkSync("bin/tool", join(folder.path, "in/tool"));
    folder.write("in/other", "x");
    folder.script("test.sh", `[ -L "$1/tool" ] && [ -x "$1/bin/tool" ] && "$1/tool" | grep -q bad && exit 3; exit 0`);
    const { json } = await folder.culprit("input", "in", "--json", "--output", "out", "--", "./test.sh", "{}");
    expect(json.files).toEqual({ failing: join(folder.path, "out") });
    expect(readlinkSync(join(folder.path, "out/tool"))).toBe("bin/tool");
    expect(lstatSync(join(folder.path, "out/tool")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder.path, "out/bin/tool")).mode & 0o111).not.toBe(0);
    expect(existsSync(join(folder.path, "out/other"))).toBe(false);
  });

  test("a word of the test that names the folder, or something in it, means the candidate's", async () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "in"));
    folder.write("in/a.txt", "one two three\n");
    folder.write("in/b.txt", "four\n");
    const { json } = await folder.culprit(
      "input",
      "in",
      "--json",
      "--failure",
      "exit",
      "--",
      "sh",
      "-c",
      '! grep -q two "$1"',
      "sh",
      "in/a.txt",
    );
    expect(json.cause).toMatchObject([{ text: "two", file: "a.txt", line: 1 }]);
  });

  test("an existing folder for the output only gets the result inside", async () => {
    const folder = project();
    mkdirSync(join(folder.path, "results"));
    folder.write("results/mine", "stays");
    const { json } = await folder.culprit("input", "proj", "--json", "--output", "results", "--", "./test.sh", "{}");
    expect(json.files).toEqual({ failing: join(folder.path, "results/proj.failing") });
    expect(folder.read("results/mine")).toBe("stays");
  });
});
