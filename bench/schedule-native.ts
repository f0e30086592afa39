import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildFlags, type YieldLevel } from "../src/causes/schedule/native/build-flags.ts";
import { compileRuntimeLibrary, runtimeLibraryEnvironment } from "../src/causes/schedule/native/runtime-library.ts";
import { figure, table } from "./table.ts";

const rounds = 5;

/** Each runs `n` times round; what is in the loop says what is measured. */
const loops = {
  "loop without an access to shared memory": "for (volatile long i = 0; i < n; i++) continue;",
  "loop with one access": "for (long i = 0; i < n; i++) shared[i & 63] = i;",
  "loop with three accesses": "for (counter = 0; counter < n; counter++) continue;",
};

const loopSource = (body: string) => `#include <stdlib.h>
long shared[64];
volatile long counter;
int main(int count, char **arguments) {
  long n = atol(arguments[count - 1]);
  ${body}
  return 0;
}
`;

const switchSource = `#include <pthread.h>
#include <stdlib.h>
static volatile long counter;
static void *work(void *n) {
  for (long i = 0; i < (long)n; i++) counter++;
  return 0;
}
int main(int count, char **arguments) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void *)atol(arguments[count - 1]));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
`;

/** What control costs a native program: slow-down of loops against the plain program in the same run, switches, a test. */
export async function nativeSlowdown(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    const { library } = await compileRuntimeLibrary(join(folder, "runtime"));
    const shop = { folder, library };
    console.log(
      `\n## Native programs under control: ${rounds} rounds in turn, loops by the fastest, the rest by the median\n`,
    );
    console.log(
      table(
        ["", "plain ns", "branch", "access", "bar"],
        Object.keys(loops).map((name) => slowdowns(shop, name as keyof typeof loops)),
      ),
    );
    console.log(`\n${table(["", ""], switching(shop))}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Shop {
  readonly folder: string;
  readonly library: string;
}

function build({ folder, library }: Shop, source: string, level: YieldLevel): string {
  const program = join(folder, `program-${level}`);
  const { compile, link } = buildFlags(level, library);
  writeFileSync(`${program}.c`, source);
  execFileSync("cc", ["-O2", "-pthread", ...compile, "-c", "-o", `${program}.o`, `${program}.c`]);
  execFileSync("cc", ["-pthread", "-o", program, `${program}.o`, ...(level === "sync" ? [] : link)]);
  return program;
}

/** Milliseconds of a run: without a plan it is free of the runtime altogether. */
function timed({ folder, library }: Shop, program: string, n: number, plan?: string): number {
  const [planned, log] = [join(folder, "plan"), join(folder, "log")];
  rmSync(log, { force: true });
  writeFileSync(planned, plan ?? "");
  const env =
    plan === undefined
      ? process.env
      : { ...process.env, ...runtimeLibraryEnvironment({ library, plan: planned, log }) };
  const began = performance.now();
  execFileSync(program, [String(n)], { env });
  return performance.now() - began;
}

function slowdowns(shop: Shop, name: keyof typeof loops): string[] {
  const levels = ["sync", "branch", "access"] as const;
  const programs = levels.map((level) => build(shop, loopSource(loops[name]), level));
  const n = 100_000_000;
  const times: number[][] = Array.from({ length: rounds }, () =>
    programs.map((program, i) => {
      const plan = i === 0 ? undefined : "policy default\n";
      return timed(shop, program, n, plan) - timed(shop, program, 1, plan);
    }),
  );
  // The fastest round of each: what else the machine does only ever makes one slower.
  const fastest = programs.map((_, i) => Math.min(...times.map((each) => each[i]!)));
  const ratio = (i: number) => `${figure(fastest[i]! / fastest[0]!)} ×`;
  return [
    name,
    figure((1e6 * fastest[0]!) / n),
    ratio(1),
    ratio(2),
    loops[name].includes("volatile") ? "" : "access ≤ 8 ×",
  ];
}

function switching(shop: Shop): string[][] {
  const program = build(shop, switchSource, "access");
  const figures = Array.from({ length: rounds }, () => {
    const milliseconds = timed(shop, program, 50_000, "policy uniform 1 2\n");
    const switches = readFileSync(join(shop.folder, "log"), "utf8").match(/^run /gm)!.length;
    const free = timed(shop, program, 1);
    return [(1000 * switches) / milliseconds, timed(shop, program, 1, "policy default\n"), free];
  });
  const at = (i: number) => figure(median(figures.map((each) => each[i]!)));
  return [
    ["switches per second", at(0)],
    ["a test under control, ms", at(1)],
    ["the same program free, ms", at(2)],
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
