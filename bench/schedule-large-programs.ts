import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { random } from "./random.ts";

/** A program with yield points at its memory accesses. */
export interface LargeProgram {
  readonly name: string;
  readonly test: readonly string[];
  readonly cwd: string;
}

/** The one in this repository. */
export function buildBlocks(folder: string): LargeProgram {
  const cwd = join(folder, "blocks");
  mkdirSync(cwd);
  build(folder, cwd, `cc -g -O1 -o blocks ${resolve("bench/programs/blocks.c")} -pthread`);
  return { name: "blocks", test: ["./blocks"], cwd };
}

interface Package {
  readonly name: string;
  /** The source packages, without their versions, as they are named in the commands. */
  readonly sources: readonly string[];
  readonly commands: readonly string[];
  readonly test: readonly string[];
}

const packages: readonly Package[] = [
  {
    name: "pbzip2",
    sources: ["bzip2", "pbzip2"],
    commands: [
      "make -C bzip2 libbz2.a CFLAGS='-O2 -D_FILE_OFFSET_BITS=64'",
      "make -C pbzip2 pbzip2 LDFLAGS=-L../bzip2 CXXFLAGS='-O2 -w -pthread -D_FILE_OFFSET_BITS=64 -D_POSIX_PTHREAD_SEMANTICS -I../bzip2'",
    ],
    test: ["pbzip2/pbzip2", "-k", "-c", "-p2", "-b1", "input"],
  },
  {
    name: "pigz",
    sources: ["zlib", "pigz"],
    commands: [
      "cd zlib && ./configure --static && make libz.a",
      "make -C pigz pigz CFLAGS='-O2 -I../zlib' LDFLAGS=-L../zlib",
    ],
    test: ["pigz/pigz", "-k", "-c", "-p2", "input"],
  },
  {
    name: "xz",
    sources: ["xz"],
    commands: ["cd xz && ./configure --disable-shared --disable-nls --disable-doc --disable-scripts && make"],
    test: ["xz/src/xz/xz", "-k", "-c", "-1", "-T2", "--block-size=100KiB", "input"],
  },
];

/** Those whose sources are there. */
export function buildPackages(from: string, folder: string): LargeProgram[] {
  const found = (source: string) =>
    readdirSync(from).find((name) => name.replace(/(?:-utils)?-[\d.].*$/, "") === source);
  return packages.flatMap(({ name, sources, commands, test }) => {
    const missing = sources.filter((source) => found(source) === undefined);
    if (missing.length > 0) console.log(`${name} is left out: there is no ${missing.join(", ")}-VERSION in ${from}.`);
    if (missing.length > 0) return [];
    const cwd = join(folder, name);
    for (const source of sources)
      cpSync(realpathSync(join(from, found(source)!)), join(cwd, source), {
        recursive: true,
        preserveTimestamps: true,
      });
    for (const command of commands) build(folder, cwd, command);
    writeFileSync(join(cwd, "input"), text(400_000));
    return [{ name, test: [join(cwd, test[0]!), ...test.slice(1)], cwd }];
  });
}

function build(folder: string, cwd: string, command: string): void {
  const words = [resolve("dist/src/cli/main.js"), "schedule", "build", "--", "sh", "-c", command];
  execFileSync(process.execPath, words, { cwd, env: { ...process.env, XDG_CACHE_HOME: folder }, stdio: "ignore" });
}

/** Words of a small vocabulary, which compress about as well as source code. */
function text(length: number): string {
  const next = random(1);
  const word = () => Array.from({ length: 2 + next() * 8 }, () => String.fromCharCode(97 + next() * 26)).join("");
  const vocabulary = Array.from({ length: 2000 }, word);
  let written = "";
  while (written.length < length) written += `${vocabulary[Math.floor(next() ** 2 * vocabulary.length)]} `;
  return written.slice(0, length);
}
