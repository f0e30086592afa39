import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { reasonOf } from "../core/reason.ts";
import { UserError } from "../core/user-error.ts";

/** A repository of the user's, which is only read: no lock is taken, no index, branch or file of it is written. */
export class Repository {
  /** The top of its working tree. */
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** The one in which a folder is, if it is in any. */
  static around(folder: string): Repository | undefined {
    try {
      const words = ["-C", folder, "rev-parse", "--show-toplevel"];
      const top = execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
      return top === "" ? undefined : new Repository(realpathSync(top));
    } catch {
      return undefined;
    }
  }

  /** What a command of git prints. */
  bytes(words: readonly string[], { input, env }: { input?: string; env?: NodeJS.ProcessEnv } = {}): Buffer {
    try {
      return execFileSync("git", ["-C", this.root, ...words], {
        input: input ?? "",
        env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", ...env },
        maxBuffer: 2 ** 31 - 1,
        stdio: ["pipe", "pipe", "pipe"],
      });
    } catch (error) {
      const { stderr } = error as { readonly stderr?: Buffer };
      const said = stderr?.toString().trim().split("\n").at(-1);
      throw new UserError(`git ${words[0]} failed: ${said || reasonOf(error)}`, 1);
    }
  }

  text(words: readonly string[], how: { input?: string; env?: NodeJS.ProcessEnv } = {}): string {
    return this.bytes(words, how).toString("utf8").trimEnd();
  }

  /** What a command prints with -z. */
  fields(words: readonly string[], how: { input?: string; env?: NodeJS.ProcessEnv } = {}): string[] {
    const fields = this.bytes(words, how).toString("utf8").split("\0");
    return fields.slice(0, -1);
  }

  /** The commit that a revision names. */
  commit(revision: string): string | undefined {
    try {
      return this.text(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
    } catch {
      return undefined;
    }
  }

  /** Contents of files as they are checked out, filters applied. */
  contents(files: readonly { readonly id: string; readonly path: string }[]): Uint8Array[] {
    if (files.length === 0) return [];
    const input = files.map(({ id, path }) => `${id} ${path}\n`).join("");
    const odd = files.some(({ path }) => path.includes("\n"));
    // A path stands for the filters that its name asks for; one that does not fit in a line goes without.
    const words = odd ? ["cat-file", "--batch"] : ["cat-file", "--batch", "--filters"];
    const printed = this.bytes(words, { input: odd ? files.map(({ id }) => `${id}\n`).join("") : input });
    return [...batch(printed)];
  }
}

/** Contents out of what `git cat-file --batch` prints: a line that ends with the length, the bytes, a line end. */
function* batch(printed: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(0x0a, at);
    const length = Number(printed.subarray(at, end).toString("latin1").split(" ").at(-1));
    yield printed.subarray(end + 1, end + 1 + length);
    at = end + 1 + length + 1;
  }
}

/** The name that git gives to a content. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
