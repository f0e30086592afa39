import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { DiskFullError, runGit } from "./run-git.ts";

/** How to run a git command. */
interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** A non-zero exit status that does not mean failure. */
  readonly acceptedStatus?: number;
}

/** Do not run the user's hooks or file system monitor; print what we can parse. */
const settings = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=",
  "i18n.logOutputEncoding=UTF-8",
  "log.showSignature=false",
].flatMap((setting) => ["-c", setting]);

/** A repository of the user's. It is only read: no lock is taken, and no index, branch or file is written. */
export class Repository {
  /** The top of its working tree. */
  readonly root: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #settings = new Map<string, string>();
  #gitFolder: string | undefined;

  private constructor(root: string, environment: NodeJS.ProcessEnv = {}) {
    this.root = root;
    this.#environment = environment;
  }

  /** The same repository, in which new objects can be created: they go to a folder of our own. */
  withObjectsIn(folder: string): Repository {
    mkdirSync(folder, { recursive: true });
    const own = resolve(this.root, this.text(["rev-parse", "--git-path", "objects"]));
    const others = [own, process.env.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? ""].filter((path) => path !== "");
    // A path that contains a colon must be quoted.
    const quoted = others.map((path, i) => (i === 0 && path.includes(delimiter) ? JSON.stringify(path) : path));
    const count = Number(process.env.GIT_CONFIG_COUNT ?? 0);
    return new Repository(this.root, {
      // The objects can be created again, so they need not survive a crash.
      GIT_CONFIG_COUNT: String(count + 1),
      [`GIT_CONFIG_KEY_${count}`]: "core.fsync",
      [`GIT_CONFIG_VALUE_${count}`]: "none",
      GIT_OBJECT_DIRECTORY: folder,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted.join(delimiter),
    });
  }

  /** The same repository with another folder as its working tree: the attributes of the files there count. */
  withWorkTree(folder: string): Repository {
    this.#gitFolder ??= this.#environment.GIT_DIR ?? this.text(["rev-parse", "--absolute-git-dir"]);
    const gitFolder = this.#gitFolder;
    return new Repository(folder, { ...this.#environment, GIT_DIR: gitFolder, GIT_WORK_TREE: folder });
  }

  /** The repository that contains a folder, if any. */
  static containing(folder: string): Repository | undefined {
    const { error, status, stdout, stderr } = spawnSync("git", ["-C", folder, "rev-parse", "--show-toplevel"], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    if (error) throw new UserError(`Cannot run git (${reasonOf(error)}). Install it, or add it to PATH.`);
    if (status === 0) return new Repository(realpathSync(stdout.replace(/\n$/, "")));
    if (/must be run in a work tree/.test(stderr)) throw new UserError(noWorkTree);
    if (/not a git repository/.test(stderr)) return undefined;
    throw new UserError(`git cannot use the repository here: ${reasonIn(stderr)}`);
  }

  /** Runs a git command and returns its output. */
  bytes(words: readonly string[], { input, env, acceptedStatus: mayExit = 0 }: GitOptions = {}): Buffer {
    try {
      return runGit(["-C", this.root, ...settings, ...words], {
        input: input ?? "",
        env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", ...this.#environment, ...env },
      });
    } catch (error) {
      if (error instanceof DiskFullError) throw error;
      const { stderr, stdout, status } = error as { stderr?: Buffer; stdout?: Buffer; status?: number };
      if (stdout && status === mayExit) return stdout;
      const all = stderr?.toString().trim() ?? "";
      if (/promisor remote/.test(all)) throw this.#notFetched(all);
      if (/filter '?(lfs|git-lfs)|smudge filter lfs/.test(all)) throw new UserError(lfsMissing(all), 1);
      throw new UserError(`git ${words[0]} failed: ${reasonIn(all) || reasonOf(error)}`, 1);
    }
  }

  /** A partial clone fetches what it lacks when it is needed, and here it could not. */
  #notFetched(printed: string): UserError {
    const object = /\b[0-9a-f]{40,64}\b/.exec(printed)?.[0] ?? "an object";
    const why = reasonIn(printed.split("\n").slice(0, -1).join("\n")).replace(/\.$/, "");
    return new UserError(
      `The clone is partial: it lacks ${object}, and git could not fetch it${why === "" ? "" : ` (${why})`}.\n` +
        "Make the remote reachable, or download everything with: git fetch --refetch --no-filter",
      1,
    );
  }

  text(words: readonly string[], how: GitOptions = {}): string {
    return this.bytes(words, how).toString("utf8").trimEnd();
  }

  /** The fields that a command prints with -z. */
  fields(words: readonly string[], how: GitOptions = {}): string[] {
    const fields = this.bytes(words, how).toString("utf8").split("\0");
    return fields.slice(0, -1);
  }

  /** Of the fields that a command prints with -z, those that are not valid UTF-8, by what `fields` has for them. */
  oddFields(words: readonly string[]): Map<string, Buffer> {
    const printed = this.bytes(words);
    const odd = new Map<string, Buffer>();
    // The text of a byte that is not valid, which can also be a character of the user's.
    if (!printed.includes("\ufffd") && printed.equals(Buffer.from(printed.toString("utf8")))) return odd;
    for (let start = 0; start < printed.length; ) {
      const end = printed.indexOf(0, start);
      const field = printed.subarray(start, end);
      const text = field.toString("utf8");
      if (!field.equals(Buffer.from(text))) odd.set(text, field);
      start = end + 1;
    }
    return odd;
  }

  /** The value of a setting of the user's; "" if it is not set. Git is asked once. */
  setting(name: string): string {
    const value = this.#settings.get(name) ?? this.text(["config", "--default", "", "--get", name]);
    this.#settings.set(name, value);
    return value;
  }

  /** The names of the filters that convert files at checkout. */
  filters(): string[] {
    const words = ["config", "-z", "--name-only", "--get-regexp", "^filter\\..*\\.(smudge|process)$"];
    return this.fields(words, { acceptedStatus: 1 }).map((name) => name.replace(/^filter\.(.*)\.\w+$/s, "$1"));
  }

  /** What to do if older commits are missing; "" if none are. */
  get shallowAdvice(): string {
    const isShallow = this.text(["rev-parse", "--is-shallow-repository"]) === "true";
    return isShallow ? "\nThis clone is shallow. To get older commits: git fetch --unshallow" : "";
  }

  /** The commit that a revision names; undefined: none. */
  resolveCommit(revision: string): string | undefined {
    try {
      // In two steps: anything appended to a revision such as :/text would become part of the text.
      const words = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
      return this.text([...words, `${this.text([...words, revision])}^{commit}`]);
    } catch {
      return undefined;
    }
  }

  /** Whether git ignores a path. */
  ignores(path: string): boolean {
    const { status } = spawnSync("git", ["-C", this.root, ...settings, "check-ignore", "--quiet", "--", path]);
    return status === 0;
  }

  /** Contents as git stores them. */
  blobs(ids: readonly string[]): Uint8Array[] {
    if (ids.length === 0) return [];
    const input = ids.map((id) => `${id}\n`).join("");
    return parseBatch(
      this.bytes(["cat-file", "--batch"], { input }),
      ids.map((id) => ({ id, path: "a file" })),
    );
  }

  /** Contents of files as git checks them out, with filters applied. */
  contents(files: readonly { readonly id: string; readonly path: string }[]): Uint8Array[] {
    if (files.length === 0) return [];
    const input = files.map(({ id, path }) => `${id} ${path}\n`).join("");
    const odd = files.some(({ path }) => path.includes("\n"));
    // The path determines the filters; a path with a line break cannot be passed, so none apply.
    const words = odd ? ["cat-file", "--batch"] : ["cat-file", "--batch", "--filters"];
    const printed = this.bytes(words, { input: odd ? files.map(({ id }) => `${id}\n`).join("") : input });
    return parseBatch(printed, files);
  }
}

function lfsMissing(printed: string): string {
  const path = /fatal: (.*): smudge filter lfs failed/.exec(printed)?.[1] ?? "a file";
  return (
    `Git LFS cannot provide the content of ${path} in an older version.\n` +
    "Get what older versions need: git lfs fetch --all"
  );
}

const noWorkTree =
  "The repository here is bare: it has no files to test.\n" +
  "Make a working tree, and run culprit there: git worktree add ../checkout";

/** Why git failed, from what it printed: its last error, with the command that it recommends, if any. */
function reasonIn(printed: string): string {
  const lines = printed.split("\n").map((line) => line.trim());
  const last = lines.findLast((line) => /^(fatal|error): /.test(line)) ?? lines.findLast((line) => line !== "") ?? "";
  const command = lines.find((line) => line.startsWith("git config --global --add safe.directory"));
  return command === undefined ? last : `${last}\nIf you trust its owner, run: ${command}`;
}

interface Named {
  readonly id: string;
  readonly path: string;
}

/**
 * Reads contents from the output of `git cat-file --batch`: for each a line with its id and length, the bytes, and a line
 * break. The length is from before filters were applied; where it is wrong, the line of the next content is searched for.
 */
function parseBatch(printed: Buffer, files: readonly Named[]): Uint8Array[] {
  let at = 0;
  return files.map(({ id, path }, i) => {
    const start = printed.indexOf(0x0a, at) + 1;
    const [, type, length] = printed.subarray(at, start).toString("latin1").trim().split(" ");
    if (type !== "blob") throw new UserError(`The content of ${path} (${id}) is missing from the repository.`, 1);
    const next = files[i + 1] && `\n${files[i + 1]!.id} `;
    const end = endOf(printed, { start, length: Number(length), next });
    at = end + 1;
    return printed.subarray(start, end);
  });
}

interface BlobPlace {
  readonly start: number;
  readonly length: number;
  /** What follows; undefined: nothing. */
  readonly next: string | undefined;
}

function endOf(printed: Buffer, { start, length, next }: BlobPlace): number {
  if (next === undefined) return printed.length - 1;
  const expected = start + length;
  const follows = printed.subarray(expected, expected + next.length).toString("latin1") === next;
  return follows ? expected : printed.indexOf(next, start, "latin1");
}

/** The id that git gives to a content. */
export function blobId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
