import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Tree } from "./program.ts";

/** A commit that is to be. */
export interface Made {
  readonly mark: number;
  readonly subject: string;
  readonly tree: Tree;
}

/** Commits for one `git fast-import`: a repository of thousands of them is there within a second. */
export class FastImport {
  readonly #stream: string[] = [];
  #marks = 0;

  /** A commit of a tree upon its parents, the first of which it is written as a difference to. */
  commit(parents: readonly Made[], subject: string, tree: Tree): Made {
    const mark = ++this.#marks;
    const person = `Ada <ada@example.org> ${1_700_000_000 + mark * 3600} +0000`;
    const [first, ...others] = parents;
    this.#stream.push(
      `commit refs/heads/main\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n${data(`${subject}\n`)}`,
      ...(first ? [`from :${first.mark}\n`] : []),
      ...others.map((other) => `merge :${other.mark}\n`),
    );
    this.#difference(first?.tree ?? new Map(), tree);
    return { mark, subject, tree };
  }

  /** A name for a commit: a branch, a tag, or another reference. */
  name(reference: string, { mark }: Made): void {
    this.#stream.push(`reset ${reference}\nfrom :${mark}\n\n`);
  }

  /** Makes the repository, with the branch main checked out, and gives the ids of commits. */
  into(folder: string): (made: Made) => string {
    mkdirSync(folder, { recursive: true });
    git(folder, ["init", "-q", "--template=", "--object-format=sha1", "-b", "main"]);
    const marks = join(folder, ".git", "marks");
    git(folder, ["fast-import", "--quiet", "--force", `--export-marks=${marks}`], this.#stream.join(""));
    const ids = new Map(
      readFileSync(marks, "utf8")
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
    rmSync(marks);
    git(folder, ["reset", "-q", "--hard", "main"]);
    return ({ mark }) => ids.get(`:${mark}`)!;
  }

  #difference(before: Tree, now: Tree): void {
    for (const path of before.keys()) if (!now.has(path)) this.#stream.push(`D ${path}\n`);
    for (const [path, text] of now) {
      if (before.get(path) !== text) this.#stream.push(`M 100644 inline ${path}\n${data(text)}`);
    }
    this.#stream.push("\n");
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Git without anybody's settings. */
function git(folder: string, words: readonly string[], input = ""): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const settings = [
    "-c",
    "core.autocrlf=false",
    "-c",
    "gc.auto=0",
    "-c",
    "core.compression=0",
    "-c",
    "safe.directory=*",
  ];
  const { status, stderr } = spawnSync("git", [...settings, ...words], { cwd: folder, env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words[0]}: ${stderr}`);
}
