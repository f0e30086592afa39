import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lastErrorLine } from "../../../src/trial/identity/identify.ts";
import { crash, expectDifferent, expectSame, identified, program, scratch } from "./run.ts";

const at = scratch();
const write = (name: string, source: string): string => {
  writeFileSync(at(name), source);
  return name;
};
const compiling = (...words: string[]) =>
  crash(words, { cwd: at(), env: { TMPDIR: at(), RUSTC_BOOTSTRAP: "1", RUSTC_ICE: "0" } });

describe("an internal error of gcc", () => {
  const failure = (source: string) =>
    identified(compiling("gcc", "-O1", "-c", write("input.c", source), "-o", "/dev/null"));
  const source = (name: string) => readFileSync(program("gcc", `${name}.c`), "utf8");

  test("is its reason and the function that raised it", () => {
    expect(failure(source("mode-mismatch"))).toEqual({
      kind: "internal compiler error",
      message: "in extract_insn, at ·",
      frames: ["extract_insn"],
    });
  });

  test("stays the same in another function on another line, and differs when another check fails", () => {
    const other = `int before;\n\n${source("mode-mismatch").replaceAll("subject", "other")}`;
    expectSame(failure(source("mode-mismatch")), failure(other));
    expectDifferent(failure(source("mode-mismatch")), failure(source("unallocated")));
  });

  test("is told apart by the pass when the compiler has no names of functions", () => {
    const other = `\n\n${source("reload").replaceAll("subject", "other")}`;
    expect(failure(source("reload")).message).toBe("Segmentation fault");
    expectSame(failure(source("reload")), failure(other));
    expectDifferent(failure(source("reload")), failure(source("epilogue")));
  });
});

describe("a crash of clang", () => {
  const failure = (source: string) => identified(compiling("clang", "-c", write("input.c", source), "-o", "/dev/null"));
  const inFunction = (pragma: string, name: string) =>
    `int ${name}(void) {\n#pragma clang __debug ${pragma}\nreturn 0; }\n`;

  test("is the innermost functions of its stack dump that have names", () => {
    expect(failure("#pragma clang __debug parser_crash\n")).toEqual({
      kind: "LLVM crash",
      message: "",
      frames: ["ParseDirectDeclarator", "ParseDeclaratorInternal", "ParseDeclGroup"].map(
        (name) => `clang::Parser::${name}`,
      ),
    });
  });

  test("stays the same elsewhere in the file, and differs when it crashes elsewhere in clang", () => {
    expectSame(failure(inFunction("crash", "f")), failure(`int x;\n\n${inFunction("crash", "another")}`));
    expectDifferent(failure(inFunction("crash", "f")), failure("#pragma clang __debug parser_crash\n"));
  });

  test("has the message of a fatal error", () => {
    const fatal = failure(inFunction("llvm_fatal_error", "f"));
    expect(fatal).toMatchObject({ kind: "LLVM ERROR", message: "#pragma clang __debug llvm_fatal_error" });
    expectSame(fatal, failure(`int x;\n${inFunction("llvm_fatal_error", "another")}`));
    expectDifferent(fatal, failure(inFunction("crash", "f")));
  });
});

describe.each(["0", "1"])("an internal error of rustc with RUST_BACKTRACE=%s", (backtrace) => {
  const failure = (source: string) => {
    const words = ["-Ztreat-err-as-bug", "--emit=metadata", write("input.rs", source)];
    return identified(compiling("env", `RUST_BACKTRACE=${backtrace}`, "rustc", ...words));
  };
  const mismatch = (name: string) => `fn ${name}() { let ${name}: u32 = "a"; }\nfn main() { ${name}() }\n`;

  test("stays the same in another function, and differs when something else is wrong", () => {
    expect(failure(mismatch("colour"))).toMatchObject({
      kind: "internal compiler error",
      message: expect.stringMatching(/^mismatched types$|^aborting due to /), // since Rust 1.72, before
    });
    expect(failure(mismatch("colour")).frames.length).toBeGreaterThan(1);
    expectSame(failure(mismatch("colour")), failure(`mod deep {}\n\n${mismatch("it")}`));
    expectDifferent(failure(mismatch("colour")), failure("fn main() { unknown() }\n"));
    expectDifferent(failure(mismatch("colour")), failure("fn main() { oops( }\n"));
  });

  test("has the functions of the compiler, not those that report bugs", () => {
    const [first] = failure(mismatch("colour")).frames;
    // Debian's compiler has no names in its backtrace.
    expect(first).toMatch(backtrace === "0" ? /^\(query typeck\)$/ : /^<rustc_hir_typeck::|^\(query typeck\)$/);
  });
});

describe("an error of a compiler that did not crash is no identity, but has a last line", () => {
  const said = (words: string[], name: string, source: string) =>
    lastErrorLine(compiling(...words, write(name, source)), [at(name), name]);

  test.each([
    ["gcc", ["gcc", "-c"], "x.c"],
    ["clang", ["clang", "-c"], "x.c"],
  ])("%s", (_, words, name) => {
    const first = said(words, name, "int f(void) { return error_here; }\n");
    expect(first).toMatch(/^·: error: /);
    expect(said(words, name, "\n\nint longer(void) { int a; return another_error; }\n")).toBe(first);
    expect(said(words, name, "int f(void) { return 1 }\n")).not.toBe(first);
  });

  test("rustc, whatever it counts at the end", () => {
    const first = said(["rustc", "--emit=metadata"], "x.rs", 'fn main() { let x: u32 = "a"; }\n');
    expect(first).toBe("error[E0308]: mismatched types");
  });
});
