import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AnyFinding } from "../../test/any-finding.ts";
import { table } from "../table.ts";
import type { Programs, Workshop } from "./workshop.ts";

/** Every value counts and no mixture is like one of the two runs: a long search. */
const nodes = "24";

/** What a search of more than 100 tests leaves behind, besides its record. */
export function leftovers(workshop: Workshop): void {
  const rows = workshop.programs.map((programs) => left(workshop, programs));
  console.log("\n## Left behind by a search: bar 0 in each\n");
  console.log(table(["", "tests", "processes", "temporary files", "files in memory", "files of the user"], rows));
}

function left({ folder }: Workshop, { language, nodes: program }: Programs): string[] {
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const run = (seed: number) => [...program, "tree", nodes, nodes, String(seed)].join(" ");
  const words = [resolve("dist/src/cli/main.js"), "state", "--json", "--quiet", "--jobs", "2", "--language", language];
  const ways = ["--pass", run(1), "--fail", run(2), "--at", "checksum"];
  const before = { memory: inMemory(), own: filesIn(folder) };
  const env = { ...process.env, TMPDIR: temporary };
  const { stdout } = spawnSync(process.execPath, [...words, ...ways], { cwd: folder, env, encoding: "utf8" });
  const { tests }: AnyFinding = JSON.parse(stdout);
  const more = (now: readonly string[], then: readonly string[]) =>
    String(now.filter((each) => !then.includes(each)).length);
  const row = [
    language,
    String(tests.run),
    String(processesIn(folder).length),
    String(readdirSync(temporary).length),
    more(inMemory(), before.memory),
    more(filesIn(folder), before.own),
  ];
  rmSync(temporary, { recursive: true });
  return row;
}

/** Of culprit, but for those of searches that others make meanwhile. */
function inMemory(): string[] {
  const running = processes();
  return readdirSync("/dev/shm").filter((name) => !running.some((words) => words.includes(name)));
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => !/^(?:tmp|\.culprit)(?:\/|$)/.test(name));
}

function processesIn(folder: string): string[] {
  return processes().filter((words) => words.includes(folder));
}

function processes(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return ["cmdline", "environ"].map((file) => readFileSync(`/proc/${pid}/${file}`, "latin1")).join("\0");
      } catch {
        return ""; // it has ended meanwhile
      }
    });
}
