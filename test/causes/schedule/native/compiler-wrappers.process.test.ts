import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeCompilerWrappers } from "../../../../src/causes/schedule/native/compiler-wrappers.ts";
import { findSourcePlaces } from "../../../../src/causes/schedule/native/source-places.ts";
import { nativePrograms, segmentsOf } from "../../../runtimes/schedule-native/native-programs.ts";

const programs = await nativePrograms();

/** Writes a program of two files, with a Makefile that builds it in three ways. */
function writeProject(): string {
  const folder = join(programs.folder, "project");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const add = "extern volatile long counter;\nvoid *add(void *x) {\n  counter = counter + 1;\n  return x;\n}\n";
  const main = `#include <pthread.h>
volatile long counter;
void *add(void *x);
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0), pthread_create(&b, 0, add, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  return counter == 2 ? 0 : 1;
}
`;
  const makefile = `all: two one library
%.o: %.c
	$(CC) $(CFLAGS) -c -o $@ $<
two: main.o add.o
	$(CC) -o $@ $^ -pthread
one: main.c add.c
	$(COMPILER) -O2 -pthread -o $@ main.c add.c
library: main.o add.c
	$(CC) -shared -fPIC -Wl,-z,defs,--unresolved-symbols=ignore-in-object-files -o libadd.so add.c
	$(CC) -o $@ main.o -L. -ladd -Wl,-rpath,$(CURDIR) -pthread
`;
  writeFileSync(join(folder, "add.c"), add);
  writeFileSync(join(folder, "main.c"), main);
  writeFileSync(join(folder, "Makefile"), makefile);
  return folder;
}

const clang = spawnSync("clang", ["--version"]).status === 0 ? ["clang"] : [];

test.each(["gcc", ...clang])(
  "make builds a program with yield points by %s, and the program also runs without culprit",
  async (compiler) => {
    const scripts = join(programs.folder, "scripts");
    const variables = await writeCompilerWrappers(
      { folder: scripts, level: "access", library: programs.library },
      { ...process.env, CC: compiler },
    );
    const folder = writeProject();
    execFileSync("make", ["-s", `COMPILER=${compiler}`], {
      cwd: folder,
      env: { ...process.env, ...variables },
      stdio: "pipe",
    });
    for (const name of ["two", "one", "library"]) {
      const program = join(folder, name);
      expect(execFileSync("sh", ["-c", `cd ${folder} && ./${name}; echo $?`], { encoding: "utf8" })).toMatch(
        /^[01]\n$/,
      );
      const run = (plan: readonly string[]) => programs.execute("sh", plan, ["-c", `cd ${folder}; ${program}`]);
      // Stopped before its write, the lane loses the update of the other. Which step that is depends on the compiler.
      const stops = [1, 2, 3, 4, 5, 6].map((count) => `segment 1.1 ${count}`);
      const lost = stops
        .map((stop) => run(["segment 1 1000", stop, "segment 1.2 1000"]))
        .filter(({ exit }) => exit === 1);
      expect(lost).toHaveLength(1);
      expect(run(segmentsOf(lost[0]!.log))).toEqual(lost[0]);
      const place = /^run 1\.1 \d (.*)$/m.exec(lost[0]!.log)![1]!;
      expect((await findSourcePlaces([place])).get(place)).toMatchObject({ function: "add", line: 3 });
    }
  },
);

test("builds at the same time, with different wrappers, do not disturb each other", async () => {
  const folder = join(programs.folder, "at-once");
  const levels = ["access", "access", "branch", "sync", "access"] as const;
  const sets = await Promise.all(
    levels.map((level) => writeCompilerWrappers({ folder, level, library: programs.library })),
  );
  const paths = sets.map(({ PATH = "" }) => PATH.split(":")[0]!);
  expect(new Set(paths).size).toBe(3);
  expect(readdirSync(folder)).toHaveLength(3);
  for (const each of paths) expect(["cc", "libtsan.so"].filter((name) => !existsSync(join(each, name)))).toEqual([]);
  // Another build does not touch the wrappers of one that is running.
  const built = join(programs.folder, "built");
  const source = join(writeProject(), "add.c");
  const env = { ...process.env, ...sets[0], CULPRIT_BUILT: built };
  const assembly = execFileSync("cc", ["-S", "-o", "-", source], { env });
  expect(assembly.includes("__tsan_write8")).toBe(true);
  expect(existsSync(built)).toBe(true);
});
