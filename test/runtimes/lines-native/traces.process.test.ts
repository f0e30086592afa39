import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prepareNative } from "../../../runtimes/lines-native/launch.ts";
import type { LinesReport } from "../../../runtimes/protocol/lines.ts";
import { findSite, nativeRunner } from "./native-program.ts";

const native = nativeRunner();
const linesIn = (report: unknown) => Object.values((report as LinesReport).lines ?? {}).flat();

test.each(["gcc", "clang"])("the executed lines of a program by %s, and the sites on them", async (compiler) => {
  const program = native.build("search.c", compiler);
  const prepared = await native.prepare(program);
  const { output, report } = await native.run(prepared, { trace: true }, [program, "5"]);
  expect(output).toBe("2\n");
  expect(Object.keys((report as LinesReport).lines!)).toEqual([native.file("search.c")]);
  expect(linesIn(report)).toEqual([6, 7, 8, 10, 14, 15, 16, 17, 18, 19, 20, 21]);
  const texts = (report as LinesReport).sites!.map(({ text }) => text);
  expect(texts).toContain("list[i] == wanted");
});

test("a crash keeps the trace", async () => {
  const program = native.build("search.c");
  const { code, report } = await native.run(await native.prepare(program), { trace: true }, [program, "-5"]);
  expect(code).toBe("SIGABRT");
  expect(linesIn(report)).toEqual([6, 7, 8, 10, 14, 15, 16, 17]);
});

test("a change and a trace in one run", async () => {
  const program = native.build("search.c");
  const prepared = await native.prepare(program);
  const { id } = findSite(prepared, "i < count", "false");
  for (const instances of [{}, { first: 1 }]) {
    const plan = { trace: true, change: { site: id, change: "false", ...instances } };
    const { output, report } = await native.run(prepared, plan, [program, "8"]);
    expect(output).toBe("2\n");
    expect(linesIn(report)).not.toContain(8);
    expect(linesIn(report)).toContain(7);
  }
});

test("sites in fixed files are not reported, and not changed", async () => {
  const program = native.build("search.c");
  const prepared = await native.prepare(program);
  const fixed = [native.file("search.c")];
  const { report } = await native.run(prepared, { trace: true, fixed }, [program, "8"]);
  expect((report as LinesReport).sites).toEqual([]);
  const change = { site: findSite(prepared, "i < count", "not").id, change: "not" };
  await expect(native.run(prepared, { fixed, change }, [program, "8"])).rejects.toThrow("never to be changed");
});

test("threads, and signals that the program blocks", async () => {
  const program = native.build("threads.c");
  const prepared = await native.prepare(program);
  const { output, report } = await native.run(prepared, { trace: true }, [program]);
  expect(output).toBe("500 500 500 500\n");
  expect(linesIn(report)).toEqual([8, 9, 10, 12, 18, 19, 20, 21, 22, 23]);
  const counted = await native.runChanged(program, "i % 2 == 0", "true", { first: 1, words: [] });
  expect(counted).toMatchObject({ output: "1000 1000 1000 1000\n", report: { hits: 4000 } });
});

test("a program that a launcher starts is changed; what it starts itself sees nothing of it", async () => {
  const program = native.build("search.c");
  const prepared = await native.prepare(program);
  const { id } = findSite(prepared, "at = at + offset", "-");
  const plan = { change: { site: id, change: "-" } };
  const { output } = await native.run(prepared, plan, ["sh", "-c", `true; ${program} 8 env; true`]);
  expect(output).toMatch(/^0$/m);
  expect(output).not.toMatch(/CULPRIT_LINES|LD_PRELOAD/);
});

test("a copy of the program is the program", async () => {
  const program = native.build("search.c", "-Wl,--build-id");
  copyFileSync(program, native.file("copy"));
  const { report } = await native.run(await native.prepare(program), { trace: true }, [native.file("copy"), "8"]);
  expect(linesIn(report)).toContain(8);
});

test("a program that was compiled again is not changed, and that is said", async () => {
  const program = native.build("search.c");
  const prepared = await native.prepare(program);
  const other = native.build("threads.c");
  copyFileSync(other, program);
  const { output, report } = await native.run(prepared, { trace: true }, [program, "8"]);
  expect([output, report]).toEqual(["500 500 500 500\n", { reason: "was compiled again in the meantime" }]);
});

test("another program is left alone", async () => {
  const prepared = await native.prepare(native.build("search.c"));
  const { output, report } = await native.run(prepared, { trace: true }, [native.build("threads.c")]);
  expect([output, report]).toEqual(["500 500 500 500\n", undefined]);
});

test("a program that cannot be changed is not run, and the reason given", async () => {
  const reason = async (program: string, root = native.root) =>
    ((await prepareNative(program, native.root, root)) as { reason: string }).reason;
  const setuid = native.build("search.c");
  chmodSync(setuid, 0o4755);
  writeFileSync(native.file("script"), "#!/bin/sh\n");
  expect({
    missing: await reason("./missing"),
    script: await reason("./script"),
    static: await reason(native.build("search.c", "-static")),
    withoutDebug: await reason(native.build("search.c", "-g0")),
    elsewhere: await reason(native.build("search.c"), "/nowhere"),
    setuid: await reason(setuid),
  }).toEqual({
    missing: "is not found",
    script: "is not a native program",
    static: "is linked statically, so that no library can be loaded into it",
    withoutDebug: "has no debug information: compile it with -g",
    elsewhere: "has no debug information for files under /nowhere",
    setuid: "runs as another user, so that no library can be loaded into it",
  });
});
