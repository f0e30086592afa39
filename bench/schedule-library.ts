import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { figure, mean, table } from "./table.ts";

const rounds = 5;

/** What a schedule costs in a test: processor time of one run of the body, against the body alone. */
export async function librarySlowdown(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    const rows = bodies.map(({ name, body, events }) => {
      writeFileSync(join(folder, "program.mjs"), program(body));
      const costs = Array.from({ length: rounds }, () => [run(folder, "bare"), run(folder, "explored")] as const);
      const [bare, explored] = [mean(costs.map(([one]) => one)), mean(costs.map(([, other]) => other))];
      return [name, String(events), figure(bare), figure(explored), figure(explored / bare)];
    });
    console.log(`\n## The library: milliseconds of processor time for a run of a body, means of ${rounds} rounds\n`);
    console.log(table(["", "events", "bare", "explored", "ratio"], rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bodies = [
  {
    name: "ten timers",
    events: 10,
    body: "await Promise.all(ten.map((i) => new Promise((done) => setTimeout(done, i / 5))))",
  },
  {
    name: "ten immediates",
    events: 10,
    body: "await Promise.all(ten.map(() => new Promise((done) => setImmediate(done))))",
  },
  { name: "ten times fs.stat", events: 10, body: 'await Promise.all(ten.map(() => fs.promises.stat("/")))' },
];

const program = (body: string) => `
import fs from "node:fs";
import { explore } from ${JSON.stringify(resolve("dist/src/schedule.js"))};
const ten = Array.from({ length: 10 }, (_, i) => i);
const body = async () => { ${body}; };
const many = async (runs) => {
  if (process.argv[2] === "explored") await explore(body, { schedules: runs });
  else for (let i = 0; i < runs; i++) await body();
};
await many(100);
const start = process.cpuUsage();
await many(400);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000 / 400);
`;

function run(folder: string, how: string): number {
  return Number(execFileSync(process.execPath, ["program.mjs", how], { cwd: folder, encoding: "utf8" }));
}
