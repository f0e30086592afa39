import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The shape of the published experiment: so many changes, in so many folders and files. */
const shape = { changes: 8721, folders: 16, filesPerFolder: 24, functionsPerFile: 5 };

/** The published change. */
const help = {
  old: "Set arguments to give program being debugged when it is started.",
  new: "Set argument list to give program being debugged when it is started.",
};

/** A place where the two versions differ. */
interface Change {
  readonly number: number;
  readonly folder: number;
  readonly file: number;
  /** A statement of a function, or a function of its own before these. */
  readonly fn: number | "global";
}

/**
 * Writes two versions of a debugger, small but for its changes. Each change makes something known and uses what another
 * change makes known, in its function, in its file or in its folder: without that it does not compile.
 */
export function writeDebuggers(folder: string): void {
  const changes = allChanges();
  for (const version of ["old", "new"] as const) {
    const files = new Map<string, string>([
      ["Makefile", makefile],
      ["part07/infcmd.c", main(help[version])],
    ]);
    for (const [path, own] of byFile(changes)) files.set(path, source(own, changes, version));
    for (let i = 0; i < shape.folders; i++) files.set(`${name(i)}/all.c`, unit());
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, version, path)), { recursive: true });
      writeFileSync(join(folder, version, path), text);
    }
  }
}

const name = (folder: number) => `part${String(folder).padStart(2, "0")}`;

/** One of them is that of the help text. */
function allChanges(): Change[] {
  const files = shape.folders * shape.filesPerFolder;
  return Array.from({ length: shape.changes - 1 }, (_, number) => {
    const at = Math.floor((number * files) / (shape.changes - 1));
    const global = random(number, 1) < 0.4;
    return {
      number,
      folder: Math.floor(at / shape.filesPerFolder),
      file: at % shape.filesPerFolder,
      fn: global ? "global" : Math.floor(random(number, 2) * shape.functionsPerFile),
    };
  });
}

function byFile(changes: readonly Change[]): Map<string, Change[]> {
  const files = new Map<string, Change[]>();
  for (const change of changes) {
    const path = `${name(change.folder)}/file${String(change.file).padStart(2, "0")}.c`;
    files.set(path, [...(files.get(path) ?? []), change]);
  }
  return files;
}

function source(own: readonly Change[], all: readonly Change[], version: "old" | "new"): string {
  const lines: string[] = [];
  const add = (change: Change) =>
    lines.push(version === "old" ? before(change) : after(change, all), `/* ${change.number} */`);
  for (const change of own) if (change.fn === "global") add(change);
  const { folder, file } = own[0]!;
  for (let fn = 0; fn < shape.functionsPerFile; fn++) {
    lines.push(`int f_${folder}_${file}_${fn}(int x) {`);
    for (const change of own) if (change.fn === fn) add(change);
    lines.push("  return x;", "}");
  }
  return `${lines.join("\n")}\n`;
}

function before({ number, fn }: Change): string {
  return fn === "global" ? `/* nothing yet: ${number} */` : `  x += ${number};`;
}

function after(change: Change, all: readonly Change[]): string {
  const { number, fn } = change;
  const used = need(change, all);
  if (fn === "global") return `static int g${number}(void) { return ${used} + ${number}; }`;
  return `  int v${number} = ${used} + ${number}; x += v${number};`;
}

/** What a change uses of one before it: sixty in a hundred times of its function, thirty of its file, ten of its folder. */
function need(change: Change, all: readonly Change[]): string {
  const dice = random(change.number, 3);
  const earlier = all
    .slice(Math.max(0, change.number - 800), change.number)
    .filter(({ folder }) => folder === change.folder);
  const inFile = earlier.filter(({ file }) => file === change.file);
  const [locals, globals] = [
    inFile.filter(({ fn }) => fn === change.fn && fn !== "global"),
    (dice < 0.9 ? inFile : earlier).filter(({ fn }) => fn === "global"),
  ];
  const pick = (from: readonly Change[]) => from[Math.floor(random(change.number, 4) * from.length)];
  const local = dice < 0.6 ? pick(locals) : undefined;
  if (local) return `v${local.number}`;
  const global = pick(globals);
  return global ? `g${global.number}()` : "1";
}

/** From 0 up to 1, the same for the same numbers. */
function random(number: number, what: number): number {
  let hash = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(what, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

function unit(): string {
  const files = Array.from(
    { length: shape.filesPerFolder },
    (_, i) => `#include "file${String(i).padStart(2, "0")}.c"`,
  );
  return `${files.join("\n")}\n`;
}

const parts = Array.from({ length: shape.folders }, (_, i) => name(i));

const makefile = `CFLAGS = -O0 -w
debugger: part07/infcmd.o ${parts.map((part) => `${part}/all.o`).join(" ")}
\t$(CC) -o $@ $^
${parts.map((part) => `${part}/all.o: $(wildcard ${part}/*.c)`).join("\n")}
`;

const main = (text: string) => `#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *args_help =
"${text}\\n\\
Follow this command with any number of args, to be passed to the program.";

int main(int argc, char **argv) {
  if (argc < 3 || strcmp(argv[1], "show") != 0 || strcmp(argv[2], "args") != 0) return 2;
  const char *said = args_help + strlen("Set ");
  putchar(toupper(said[0]));
  printf("%.*s is \\"a b c\\"\\n", (int)(strchr(said, '.') - said - 1), said + 1);
  return 0;
}
`;
