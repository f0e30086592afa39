import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Repository } from "../../../src/world/git/repository.ts";
import type { Favour } from "../../../src/world/merge/merge-texts.ts";
import { type Merging, mergeTrees } from "../../../src/world/merge/merge-trees.ts";

/** A file's text, a link's target or an executable's text. */
type Content = string | Uint8Array | { readonly link: string } | { readonly run: string };
type Files = Readonly<Record<string, Content>>;

const folder = mkdtempSync(join(tmpdir(), "culprit-merge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A repository of a user's, and ours over it. */
class Place {
  readonly root: string;
  readonly #repository: Repository;

  constructor(format: string) {
    this.root = join(folder, format);
    mkdirSync(this.root);
    this.git("init", "-q", `--object-format=${format}`);
    this.#repository = Repository.containing(this.root)!.withObjectsIn(join(folder, `${format} objects`));
  }

  git(...words: string[]): string {
    const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };
    return execFileSync("git", words, { cwd: this.root, env: { ...process.env, ...who }, encoding: "utf8" }).trimEnd();
  }

  /** The tree of some files, in the user's own objects. */
  tree(files: Files): string {
    for (const name of readdirSync(this.root)) if (name !== ".git") rmSync(join(this.root, name), { recursive: true });
    for (const [path, content] of Object.entries(files)) put(join(this.root, path), content);
    this.git("add", "-A", "-f", ".");
    return this.git("write-tree");
  }

  /** What comes out, with ours and with theirs favoured. */
  both(base: Files, ours: Files, theirs: Files) {
    const trees = { base: this.tree(base), ours: this.tree(ours), theirs: this.tree(theirs) };
    const before = this.state();
    const merged = (["ours", "theirs"] as const).map((favour) => this.#merge(trees, favour));
    expect(this.state()).toEqual(before);
    return merged;
  }

  #merge(trees: Merging, favour: Favour) {
    const { tree, conflicts } = mergeTrees(this.#repository, trees, { favour, index: join(folder, "index") });
    return { files: this.#read(tree), conflicts };
  }

  /** All that must stay as it is. */
  state() {
    const files = readdirSync(join(this.root, ".git"), { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  }

  #read(tree: string): Record<string, Content> {
    const entries = this.#repository.fields(["ls-tree", "-r", "-z", tree]).map((line) => {
      const [, mode, id, path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(line)!;
      const bytes = this.#repository.bytes(["cat-file", "blob", id!]);
      const text = bytes.includes(0) ? new Uint8Array(bytes) : bytes.toString();
      const content = mode === "120000" ? { link: `${text}` } : mode === "100755" ? { run: `${text}` } : text;
      return [path!, content] as const;
    });
    return Object.fromEntries(entries);
  }
}

function put(path: string, content: Content): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
  else if ("link" in content) symlinkSync(content.link, path);
  else writeFileSync(path, content.run, { mode: 0o755 });
}

const lines = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 12 }, (_, i) => `${changes[i] ?? `line ${i}`}\n`).join("");
const odd = ["with space", "a\nb", "tab\tbed", '"quoted"', "größe/日本.txt", "-dash", "a~b", "\u0301e", "x\\y"];
const binary = (...bytes: number[]) => Uint8Array.of(0, 1, 2, ...bytes);

describe("merged trees", () => {
  let place: Place;
  beforeAll(() => {
    place = new Place("sha1");
  });
  const both = (base: Files, ours: Files, theirs: Files) => place.both(base, ours, theirs);
  const same = (files: Files, conflicts: string[] = []) => [
    { files, conflicts },
    { files, conflicts },
  ];

  test("are the other side where one side changed nothing", () => {
    expect(both({ a: "1\n" }, { a: "1\n" }, { a: "2\n", b: "" })).toEqual(same({ a: "2\n", b: "" }));
    expect(both({ a: "1\n" }, { b: "x" }, { a: "1\n" })).toEqual(same({ b: "x" }));
    expect(both({ a: "1\n" }, { b: "x" }, { b: "x" })).toEqual(same({ b: "x" }));
  });

  test("have both sides' lines, next to each other too, where git finds a conflict", () => {
    const texts = [{ f: lines() }, { f: lines({ 4: "line IV" }) }, { f: lines({ 5: "line V" }) }] as const;
    expect(both(...texts)).toEqual(same({ f: lines({ 4: "line IV", 5: "line V" }) }));
  });

  test("have the favoured side's lines where both changed the same ones, and all others", () => {
    const ours = { f: lines({ 1: "line one", 5: "line OURS" }), other: "o\n" };
    const theirs = { f: lines({ 5: "line THEIRS", 9: "line nine" }), other: "" };
    const text = (word: string) => lines({ 1: "line one", 5: `line ${word}`, 9: "line nine" });
    expect(both({ f: lines(), other: "" }, ours, theirs)).toEqual([
      { files: { f: text("OURS"), other: "o\n" }, conflicts: ["f"] },
      { files: { f: text("THEIRS"), other: "o\n" }, conflicts: ["f"] },
    ]);
  });

  test("follow a file that one side renamed and the other changed", () => {
    const changed = lines({ 3: "changed" });
    expect(both({ f: lines() }, { "to/g": lines() }, { f: changed })).toEqual(same({ "to/g": changed }));
    expect(both({ f: lines() }, { f: changed }, { "to/g": lines() })).toEqual(same({ "to/g": changed }));
  });

  test("have a file that both renamed under the favoured side's name", () => {
    expect(both({ f: lines() }, { ours: lines() }, { theirs: lines() }).map(({ files }) => files)).toEqual([
      { ours: lines() },
      { theirs: lines() },
    ]);
  });

  test("have a file that one side changed and the other removed if the favoured side has it", () => {
    const changed = { f: lines({ 3: "changed" }) };
    expect(both({ f: lines() }, changed, {})).toEqual([
      { files: changed, conflicts: ["f"] },
      { files: {}, conflicts: ["f"] },
    ]);
    expect(both({ f: lines() }, {}, changed)).toEqual([
      { files: {}, conflicts: ["f"] },
      { files: changed, conflicts: ["f"] },
    ]);
  });

  test("have the favoured side's file where both added one, and where it is no text", () => {
    for (const base of [{}, { f: binary() }]) {
      expect(both(base, { f: binary(3) }, { f: binary(4) })).toEqual([
        { files: { f: binary(3) }, conflicts: ["f"] },
        { files: { f: binary(4) }, conflicts: ["f"] },
      ]);
    }
    expect(both({}, { f: "a\nb\n" }, { f: "a\nc\n" })).toEqual([
      { files: { f: "a\nb\n" }, conflicts: ["f"] },
      { files: { f: "a\nc\n" }, conflicts: ["f"] },
    ]);
  });

  test("have a mode that one side changed, whoever is favoured", () => {
    const ours = { f: { run: lines({ 5: "line OURS" }) } };
    const theirs = { f: lines({ 5: "line THEIRS" }) };
    expect(both({ f: lines() }, ours, theirs)).toEqual([
      { files: ours, conflicts: ["f"] },
      { files: { f: { run: lines({ 5: "line THEIRS" }) } }, conflicts: ["f"] },
    ]);
    expect(both({ f: lines() }, { f: { run: lines() } }, theirs)).toEqual(
      same({ f: { run: lines({ 5: "line THEIRS" }) } }),
    );
    expect(both({}, { f: { run: "x\n" } }, { f: "x\n" })).toEqual([
      { files: { f: { run: "x\n" } }, conflicts: ["f"] },
      { files: { f: "x\n" }, conflicts: ["f"] },
    ]);
  });

  test("have the favoured side's link, and a link or a file under its own name", () => {
    expect(both({ f: { link: "a" } }, { f: { link: "ours" } }, { f: { link: "theirs" } })).toEqual([
      { files: { f: { link: "ours" } }, conflicts: ["f"] },
      { files: { f: { link: "theirs" } }, conflicts: ["f"] },
    ]);
    const [link, text] = [{ f: { link: "a" } }, { f: lines({ 3: "changed" }) }];
    expect(both({ f: lines() }, link, text)).toEqual([
      { files: link, conflicts: ["f"] },
      { files: text, conflicts: ["f"] },
    ]);
    expect(both({ f: lines() }, text, link)).toEqual([
      { files: text, conflicts: ["f"] },
      { files: link, conflicts: ["f"] },
    ]);
  });

  test("have the favoured side's where one side made a folder of a file that the other changed", () => {
    const [inFolder, changed] = [{ "f/x": "x\n" }, { f: lines({ 3: "changed" }) }];
    expect(both({ f: lines() }, inFolder, changed)).toEqual([
      { files: inFolder, conflicts: ["f"] },
      { files: changed, conflicts: ["f"] },
    ]);
    expect(both({ f: lines() }, changed, inFolder)).toEqual([
      { files: changed, conflicts: ["f"] },
      { files: inFolder, conflicts: ["f"] },
    ]);
  });

  test("are right whatever the files are called", () => {
    const files = (line: string) => Object.fromEntries(odd.map((path) => [path, lines({ 5: line })]));
    const conflicts = expect.toSatisfy((paths: string[]) => [...paths].sort().join() === [...odd].sort().join());
    expect(both(files("line 5"), files("line OURS"), files("line THEIRS"))).toEqual([
      { files: files("line OURS"), conflicts },
      { files: files("line THEIRS"), conflicts },
    ]);
  });

  test("keep line ends as git has them, whatever it would make of them", () => {
    place.git("config", "core.autocrlf", "true");
    place.git("config", "core.safecrlf", "false");
    const files = (end: string, line: string) => ({ f: lines({ 5: line }).replaceAll("\n", end) });
    try {
      const [ours, theirs] = [files("\n", "line OURS"), files("\n", "line THEIRS")];
      expect(both(files("\n", "x"), ours, theirs).map((merged) => merged.files)).toEqual([ours, theirs]);
    } finally {
      place.git("config", "--unset", "core.autocrlf");
      place.git("config", "--unset", "core.safecrlf");
    }
  });

  test("are made where names are longer, too", () => {
    const longer = new Place("sha256");
    const ours = { f: lines({ 5: "line OURS" }), gone: lines(), "to/g": `${lines()}more\n` };
    const theirs = { f: lines({ 5: "line THEIRS" }), gone: lines({ 3: "changed" }), g: `${lines({ 7: "x" })}more\n` };
    const [favoured, others] = longer.both(
      { f: lines(), gone: lines(), g: `${lines()}more\n` },
      { f: ours.f, "to/g": ours["to/g"] },
      theirs,
    );
    const g = { "to/g": theirs.g };
    expect(favoured).toEqual({ files: { f: ours.f, ...g }, conflicts: ["f", "gone"] });
    expect(others).toEqual({ files: { f: theirs.f, gone: theirs.gone, ...g }, conflicts: ["f", "gone"] });
  });

  test("are made without a branch, a tag or an object in the user's repository, and leave no index behind", () => {
    both({ f: lines() }, { f: lines({ 5: "line OURS" }) }, { f: lines({ 5: "line THEIRS" }) });
    expect(place.git("for-each-ref")).toBe("");
    expect(readdirSync(folder)).not.toContain("index");
    expect(readdirSync(join(folder, "sha1 objects")).length).toBeGreaterThan(0);
  });

  describe("of a function that has moved", () => {
    const body = (returned: string) => `function moved() {\n  const a = 1;\n  return ${returned};\n}\n`;
    const other = (name: string) => `function ${name}() {\n  const b = "${name}";\n  return b + b;\n}\n`;
    const [one, two, three] = ["one", "two", "three"].map(other) as [string, string, string];

    test("have the change where it stands now, in the same file", () => {
      const files = (f: string): Files => ({ f });
      const merged = both(
        files(body("a") + one + two + three),
        files(one + two + three + body("a")),
        files(body("a + 1") + one + two + three),
      );
      for (const each of merged)
        expect(each).toEqual({ files: files(one + two + three + body("a + 1")), conflicts: [] });
    });

    test("have the change in the file to which it went", () => {
      const merged = both(
        { f: one + body("a") + two, g: three },
        { f: one + two, g: three + body("a") },
        { f: one + body("a + 1") + two, g: three },
      );
      for (const each of merged)
        expect(each).toEqual({ files: { f: one + two, g: three + body("a + 1") }, conflicts: [] });
    });

    test("do not have it anywhere if its lines stand at two places", () => {
      const [ours] = both(
        { f: one + body("a") + two, g: three },
        { f: one + two, g: body("a") + three + body("a") },
        { f: one + body("a + 1") + two, g: three },
      );
      expect(ours).toEqual({ files: { f: one + two, g: body("a") + three + body("a") }, conflicts: ["f"] });
    });
  });
});
