import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { table } from "./table.ts";

const program = resolve("dist/src/cli/main.js");
const lines = 5000;
const rounds = 3;

/** What culprit adds to a test: tests a second with everything on, over `xargs -P2` with the same script. */
export async function ownCost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    prepare(folder);
    const ratios = { plain: [] as number[], ballast: [] as number[] };
    const rates: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      const xargs = perSecond(folder, "sh", ["-c", `seq ${lines} | xargs -P2 -I{} ./test.sh input.txt`]);
      const plain = perSecond(folder, process.execPath, culprit([]));
      // Making the ballast takes its time; so these two are compared from the run's own start on.
      const [light, heavy] = [[], ["--import", "./ballast.mjs"]].map((node) => ownPerSecond(folder, culprit(node)));
      ratios.plain.push(plain / xargs);
      ratios.ballast.push(heavy! / light!);
      rates.push([xargs, plain, heavy!]);
    }
    console.log(
      `\n## Own cost: ${lines} tests of /bin/sh + grep, two at a time, medians of ${rounds} rounds in turn\n`,
    );
    const rate = (i: number) => median(rates.map((each) => each[i]!)).toFixed(0);
    console.log(
      table(
        ["", "tests/s", "ratio", "bar"],
        [
          ["xargs -P2", rate(0), "1", ""],
          ["culprit input --jobs 2", rate(1), median(ratios.plain).toFixed(2), "≥ 0.6 of xargs, aim 0.8"],
          ["… with 1 GB of ballast", rate(2), median(ratios.ballast).toFixed(2), "no slower than without"],
        ],
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A search that asks for each of the lines once: leaving out any one of them makes the test pass. */
function prepare(folder: string): void {
  writeFileSync(join(folder, "input.txt"), Array.from({ length: lines }, (_, i) => `${i}\n`).join(""));
  writeFileSync(join(folder, "test.sh"), `#!/bin/sh\n[ "$(grep -c . "$1")" = ${lines} ] && exit 3\nexit 0\n`);
  chmodSync(join(folder, "test.sh"), 0o755);
  writeFileSync(join(folder, "ballast.mjs"), "globalThis.ballast = Buffer.alloc(2 ** 30, 1);\n");
}

function culprit(node: readonly string[]): string[] {
  const options = [
    "--by",
    "lines",
    "--search",
    "one-minimal",
    "--jobs",
    "2",
    "--quiet",
    "--json",
    "--output",
    "out.txt",
  ];
  return [...node, program, "input", "input.txt", ...options, "--", "./test.sh", "{}"];
}

/** Wall time of the whole command, its own start included. */
function perSecond(cwd: string, command: string, argv: readonly string[]): number {
  const began = performance.now();
  try {
    execFileSync(command, argv, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    // xargs exits 123 because the test fails on the whole input.
    if ((error as { status?: number }).status !== 123) throw error;
  }
  return (1000 * lines) / (performance.now() - began);
}

/** Tests a second by the run's own clock. */
function ownPerSecond(cwd: string, argv: readonly string[]): number {
  const { tests, seconds } = JSON.parse(execFileSync(process.execPath, argv, { cwd, encoding: "utf8" }));
  return tests.run / seconds;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
