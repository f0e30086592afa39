import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MaskKind } from "./flaws.ts";
import type { History } from "./history.ts";

/** What the check of a history shows: all is well, the failure, something else that is wrong, or what nobody planned. */
export type Shown = "pass" | "failure" | MaskKind | "unknown";

/** A working tree beside a history, in which its versions are looked at without culprit. */
export class Checkout {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "culprit-checkout-")));
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
    const { status, stderr } = spawnSync("git", [
      "clone",
      "-q",
      "--no-checkout",
      "--shared",
      history.folder,
      this.path,
    ]);
    if (status !== 0) throw new Error(`git clone: ${stderr}`);
    this.git("config", "user.name", "Ada");
    this.git("config", "user.email", "ada@example.org");
  }

  /** What git prints. */
  git(...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: this.path, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    return stdout.trimEnd();
  }

  /** Goes to a commit, whatever was there, and gives what it shows. */
  at(commit: string): Shown {
    this.to(commit);
    return this.shown();
  }

  /** Goes to a commit; only what a build made stays. */
  to(commit: string): void {
    this.git("checkout", "-q", "--force", "--detach", commit);
  }

  /** What is shown by the files that are there, and the check that the user has. */
  shown(): Shown {
    const { folder, build, failure, test } = this.#history;
    copyFileSync(join(folder, "check.js"), join(this.path, "check.js"));
    if (build !== undefined && spawnSync("sh", ["-c", build], { cwd: this.path }).status !== 0) return "build";
    const { status, stderr } = spawnSync(test[0]!, test.slice(1), { cwd: this.path, encoding: "utf8" });
    return status === 0 ? "pass" : stderr.includes(failure) ? "failure" : kindOf(stderr);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Names of functions have two words, those of variables have one. */
function kindOf(stderr: string): Shown {
  if (/^SyntaxError/m.test(stderr)) return "syntax";
  if (/Cannot find module|is not a function|ReferenceError: [a-z]+[A-Z]\w+ is not defined/.test(stderr))
    return "missing";
  return /^\w*Error: /m.test(stderr) ? "exception" : "unknown";
}
