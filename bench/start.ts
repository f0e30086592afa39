import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median, table } from "./table.ts";

const rounds = 7;

/** What a user gets: how long `npx culprit --help` takes beside an empty program, and how large the package is. */
export async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    const tarball = pack(folder);
    const empty = emptyPackage(folder);
    writeFileSync(join(folder, "package.json"), "{}");
    const began = performance.now();
    run(folder, "npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", tarball, empty]);
    const install = (performance.now() - began) / 1000;
    const times = { empty: [] as number[], help: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.empty.push(timed(folder, ["empty-program"]));
      times.help.push(timed(folder, ["culprit", "--help"]));
    }
    const [one, other] = [median(times.empty), median(times.help)];
    console.log(`\n## Start, medians of ${rounds} rounds in turn\n`);
    console.log(
      table(
        ["", "", "bar"],
        [
          ["npx, an empty program", `${one.toFixed(2)} s`, ""],
          ["npx culprit --help", `${other.toFixed(2)} s`, ""],
          ["difference", `${(other - one).toFixed(2)} s`, "≤ 0.3 s"],
          ["packed", `${(statSync(tarball).size / 1e6).toFixed(1)} MB`, "≤ 7 MB"],
          ["install from the tarball", `${install.toFixed(1)} s`, ""],
        ],
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(folder: string): string {
  const printed = run(resolve("."), "npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder]);
  const packed = JSON.parse(printed) as readonly { readonly filename: string }[] | Record<string, { filename: string }>;
  return join(folder, Object.values(packed)[0]!.filename);
}

function emptyPackage(folder: string): string {
  const path = join(folder, "empty");
  mkdirSync(path);
  const about = { name: "empty-program", version: "1.0.0", bin: { "empty-program": "main.js" } };
  writeFileSync(join(path, "package.json"), JSON.stringify(about));
  writeFileSync(join(path, "main.js"), "#!/usr/bin/env node\n");
  chmodSync(join(path, "main.js"), 0o755);
  return path;
}

function timed(cwd: string, words: readonly string[]): number {
  const began = performance.now();
  run(cwd, "npx", ["--no-install", ...words]);
  return (performance.now() - began) / 1000;
}

function run(cwd: string, command: string, words: readonly string[]): string {
  return execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
