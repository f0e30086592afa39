import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What becomes of a path: a content, a link, a program, or nothing. */
export type Put = string | Uint8Array | null | { readonly link: string } | { readonly program: string };

export type Files = Readonly<Record<string, Put>>;

/** Nothing of the settings and the hooks of whoever runs the tests. */
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  // Folders that were given to another user before.
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "safe.directory",
  GIT_CONFIG_VALUE_0: "*",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-03-04T12:00:00Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "2026-03-04T12:00:00Z",
};

/** What git prints. */
export function git(folder: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: folder, env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trimEnd();
}

/** Puts files at their places, whatever is there. */
export function put(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    rmSync(path, { recursive: true, force: true });
    if (content === null) continue;
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else if ("link" in content) symlinkSync(content.link, path);
    else {
      writeFileSync(path, content.program);
      chmodSync(path, 0o755);
    }
  }
}

/** Makes a repository with a first commit, `v1`. */
export function repository(folder: string, files: Files): void {
  git(folder, "init", "-q", "-b", "main");
  git(folder, "config", "core.autocrlf", "false");
  commit(folder, "first", files);
  git(folder, "tag", "v1");
}

/** A commit of these files upon what is there. */
export function commit(folder: string, subject: string, files: Files): string {
  put(folder, files);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", subject);
  return git(folder, "rev-parse", "HEAD");
}

/** A fresh checkout of a revision elsewhere, into which a patch is put as a user would. */
export function patched(folder: string, to: string, { at, patch }: { at: string; patch: string }): void {
  git(folder, "clone", "-q", "--no-hardlinks", folder, to);
  git(to, "checkout", "-q", at);
  git(to, "apply", patch);
}
