import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { table } from "./table.ts";

const culprit = resolve(import.meta.dirname, "../../dist/src/cli/main.js");
const edits = [1, 2, 4, 8, 16, 32, 64];
/** A test that takes a second: what culprit itself needs is then a small part. */
const check = "#!/bin/sh\nsleep 1\nif grep -q BAD src/[01]/*.txt; then echo 'it is bad' >&2; exit 1; fi\n";

interface Watched {
  readonly event: string;
  readonly cause?: readonly { readonly file: string }[];
  readonly runs?: number;
}

/** From saving files to the answer which of the edits made the test fail, in runs of the test. */
export async function watch(words: readonly string[]): Promise<void> {
  const files = Number(words[words.indexOf("--files") + 1] ?? 0) || 100;
  const rows: string[][] = [];
  for (const count of edits) rows.push(await measure(files, count));
  console.log(`${files} files, a test of one second; seconds from saving to the answer, and log2(edits) + 4\n`);
  console.log(table(["edits", "runs", "seconds", "at most", "right"], rows));
}

async function measure(files: number, count: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-watch-"));
  makeProject(folder, files);
  const program = spawn(process.execPath, [culprit, "why", "--watch", "--json", "--quiet", "--", "./check.sh"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
  const next = async (wanted: string): Promise<Watched> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("culprit has ended.");
      const event: Watched = JSON.parse(value);
      if (event.event === wanted) return event;
    }
  };
  try {
    await next("passed");
    const guilty = Math.floor(count / 3);
    for (let i = 0; i < count; i++)
      writeFileSync(pathOf(folder, i), textOf(i).replace("7\n", i === guilty ? "BAD\n" : "seven\n"));
    const saved = performance.now();
    const { cause = [], runs = 0 } = await next("guilty");
    const seconds = (performance.now() - saved) / 1000;
    const isRight = cause.length === 1 && join(folder, cause[0]!.file) === pathOf(folder, guilty);
    const most = Math.log2(count) + 4;
    return [String(count), String(runs + 1), seconds.toFixed(1), most.toFixed(0), isRight ? "yes" : "no"];
  } finally {
    program.kill("SIGINT");
    await new Promise((done) => program.once("exit", done));
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeProject(folder: string, files: number): void {
  for (let i = 0; i < files; i += perFolder) mkdirSync(join(pathOf(folder, i), ".."), { recursive: true });
  for (let i = 0; i < files; i++) writeFileSync(pathOf(folder, i), textOf(i));
  writeFileSync(join(folder, "check.sh"), check);
  chmodSync(join(folder, "check.sh"), 0o755);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], { cwd: folder });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "All");
}

const perFolder = 50;

function pathOf(folder: string, i: number): string {
  return join(folder, "src", String(Math.floor(i / perFolder)), `${i}.txt`);
}

function textOf(i: number): string {
  return Array.from({ length: 20 }, (_, line) => `${line === 7 ? "" : `${i}.`}${line}\n`).join("");
}
