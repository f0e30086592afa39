import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { compileRuntimeLibrary } from "../../../../src/causes/schedule/native/runtime-library.ts";
import { nativePrograms } from "../../../runtimes/schedule-native/native-programs.ts";

const { folder, library } = await nativePrograms();

test("the runtime is compiled once for one compiler", async () => {
  const compiled = dirname(dirname(library));
  expect(await compileRuntimeLibrary(compiled)).toEqual({ library });
  expect(readdirSync(compiled)).toHaveLength(1);
});

test("without a compiler, the message names what to install", async () => {
  await expect(compileRuntimeLibrary(folder, { PATH: "/nowhere" })).rejects.toThrow(
    "There is no C compiler (cc, gcc, clang). The runtime for native threads has to be compiled once: apt-get install",
  );
  await expect(compileRuntimeLibrary(folder, { PATH: "/nowhere", CC: "tcc -x" })).rejects.toThrow(
    "in $CC, tcc -x, does not",
  );
  await expect(compileRuntimeLibrary("/tmp/a b")).rejects.toThrow("cannot hold a path with a space");
});
