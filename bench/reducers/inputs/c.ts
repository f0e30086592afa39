import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { npmPackage } from "../packages.ts";

const hiredis = () => join(npmPackage("hiredis", "0.5.0"), "deps/hiredis");

/** The strings of Redis, with their header in the place of its #include. */
export const c: Input = {
  name: "c",
  language: "c",
  kind: "program",
  about: "sds.c of hiredis, a conversion in one of its functions, judged by gcc",
  candidate: "input.c",
  make() {
    const source = (name: string) => readFileSync(join(hiredis(), name), "utf8");
    const whole = source("sds.c").replace('#include "sds.h"\n', () => source("sds.h"));
    const warning = "conversion from 'int' to 'unsigned char'";
    return { files: { "input.c": whole }, test: warns("input.c", "sdssplitargs", warning) };
  },
};

/** The library's own files, headers and all. */
export const cProject: Input = {
  name: "c-project",
  language: "c",
  kind: "program",
  about: "the folder of hiredis, a conversion in a header that a file includes which async.c includes, judged by gcc",
  candidate: "project",
  make() {
    const names = readdirSync(hiredis()).filter((name) => /\.[ch]$/.test(name) && name !== "test.c");
    const files = names.map((name) => [`project/${name}`, readFileSync(join(hiredis(), name))]);
    const warning = "conversion from 'long unsigned int' to 'unsigned int'";
    return { files: Object.fromEntries(files), test: warns("project/async.c", "dictExpand", warning) };
  },
};

/** It compiles, and this function gets this warning. */
export function warns(file: string, name: string, warning: string): string {
  const errors = "-Werror=implicit -Werror=int-conversion -Werror=incompatible-pointer-types";
  return [
    `said=$(LC_ALL=C gcc -fsyntax-only -fno-diagnostics-show-caret -Wconversion -Wsign-conversion ${errors} ${file} 2>&1) || exit 1`,
    `case $said in *"In function '${name}':"*"${warning}"*) exit 0 ;; esac`,
    "exit 1\n",
  ].join("\n");
}
