import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Identity } from "../../../src/trial/identity/identify.ts";
import { crash, expectDifferent, expectSame, identified, movedDown, program, scratch } from "./run.ts";

const at = scratch();
const script = program("crash.cjs");
const failure = (mode: string, name: string, depth: number, file = script): Identity =>
  identified(crash([process.execPath, file, mode, name, String(depth)]));

describe("an uncaught error of Node.js", () => {
  test("is its class, its message without names, and its innermost functions", () => {
    expect(failure("undefined", "colour", 3)).toEqual({
      kind: "TypeError",
      message: "Cannot read properties of undefined (reading ·)",
      frames: ["property", "Walker.walk", "walk"],
    });
  });

  test.each([
    "undefined",
    "async",
    "cause",
    "aggregate",
    "assertion",
    "overflow",
    "json",
    "function",
    "event",
    "string",
  ])("stays the same with another name, depth and position: %s", (mode) => {
    expectSame(failure(mode, "colour", 2), failure(mode, "it", 5, movedDown(script, at())));
  });

  test("differs when undefined becomes null", () => {
    expectDifferent(failure("undefined", "colour", 2), failure("null", "colour", 2));
  });

  test("stays the same when the recursion is deeper than the trace shows", () => {
    expectSame(failure("undefined", "colour", 2), failure("undefined", "colour", 40));
  });

  test("is its cause, and the member of an AggregateError", () => {
    expectSame(failure("cause", "colour", 2), failure("undefined", "colour", 2));
    expect(failure("aggregate", "colour", 2)).toMatchObject({
      kind: "TypeError",
      frames: ["property", "Walker.walk", "walk"],
    });
  });

  test("is not where an event was emitted but where the error was made", () => {
    expect(failure("event", "colour", 2)).toMatchObject({ kind: "RangeError", message: "bad ·" });
  });

  test("keeps the code that tells errors of one class apart", () => {
    writeFileSync(at("lost.mjs"), 'import "not-there-at-all";');
    const lost = identified(crash([process.execPath, at("lost.mjs")]));
    expect(lost).toEqual({
      kind: "Error [ERR_MODULE_NOT_FOUND]",
      message: "Cannot find package · imported from ·",
      frames: [],
    });
    expectDifferent(lost, failure("module", "not-there", 1));
  });

  test("may be a value that is no error", () => {
    expect(failure("string", "colour", 1)).toEqual({ kind: "thrown value", message: "no error but ·", frames: [] });
  });

  test("may be a SyntaxError of the file itself", () => {
    writeFileSync(at("broken.cjs"), "let x = ;");
    writeFileSync(at("more-broken.cjs"), "\n\nlet y = (;");
    writeFileSync(at("unfinished.cjs"), "\n\nlet y = ");
    const [broken, more, unfinished] = ["broken.cjs", "more-broken.cjs", "unfinished.cjs"].map((file) =>
      identified(crash([process.execPath, at(file)]), [at(file), file]),
    ) as [Identity, Identity, Identity];
    expect(broken).toEqual({ kind: "SyntaxError", message: "Unexpected token ';'", frames: [] });
    expectSame(broken, more);
    expectDifferent(broken, unfinished);
  });

  test("may be V8 running out of memory", () => {
    const hog = "const all = []; for (;;) all.push(new Array(1e5).fill(all.length));";
    expect(identified(crash([process.execPath, "--max-old-space-size=30", "-e", hog])).message).toMatch(
      /heap out of memory/,
    );
  });
});

describe("frames inside the candidate", () => {
  const hosted = (name: string, source: string): Identity => {
    writeFileSync(at(name), source);
    return identified(crash([process.execPath, program("host.cjs"), at(name)]), [at(name), name]);
  };
  const outer = "const outer = (lib) => inner(lib); const inner = (lib) => lib.twice('x'); module.exports = outer;";
  const direct = "module.exports = function all({ twice }) { twice([]) };";

  test("do not count, nor what only called the candidate", () => {
    const failed = hosted("a.cjs", outer);
    expect(failed).toEqual({ kind: "TypeError", message: "not a number: ·", frames: ["checked", "twice"] });
    expect(hosted("a.cjs", direct).frames).toEqual(["checked", "twice"]);
  });

  test("leave nothing when the candidate fails by itself", () => {
    expect(hosted("b.cjs", "module.exports = function boom() { null.x };").frames).toEqual([]);
  });
});

describe("a failure that a test runner prints", () => {
  const source = (name: string) => `
    const test = require("node:test");
    const ${name} = (value) => value.${name}.length;
    test("${name}", () => { ${name}({}) });`;

  test.each(["tap", "spec"])("node --test with the %s reporter", (reporter) => {
    const failures = ["first", "second"].map((name) => {
      writeFileSync(at(`${name}.test.cjs`), source(name));
      const words = [process.execPath, "--test", `--test-reporter=${reporter}`, at(`${name}.test.cjs`)];
      return identified(crash(words, { env: { FORCE_COLOR: "1" } }));
    });
    expect(failures[0]).toEqual({
      kind: "TypeError",
      message: "Cannot read properties of undefined (reading ·)",
      frames: ["first", "TestContext.<anonymous>"],
    });
    expect(failures[1]?.frames[0]).toBe("second");
  });

  test("vitest, in colour", () => {
    mkdirSync(at("project"));
    symlinkSync(`${process.cwd()}/node_modules`, at("project", "node_modules"));
    const body = 'import { test } from "vitest"; const get = (x) => x.a.b;\n test("one", () => { get({}) });';
    writeFileSync(at("project", "one.test.mjs"), body);
    const words = [process.execPath, "node_modules/vitest/vitest.mjs", "run"];
    expect(
      identified(crash(words, { cwd: at("project"), env: { FORCE_COLOR: "1", VITEST: "", NODE_ENV: "test" } })),
    ).toEqual({
      kind: "TypeError",
      message: "Cannot read properties of undefined (reading ·)",
      frames: ["get", "<anonymous>"],
    });
  });
});
