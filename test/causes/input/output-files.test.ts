import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  checkResultPaths,
  furtherPaths,
  removeResult,
  reserveOutput,
  writeResult,
  writeToFreeNames,
} from "../../../src/causes/input/output-files.ts";
import type { InputRequest } from "../../../src/causes/input/request.ts";
import { readFolder } from "../../../src/world/files/folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { inputRequest } from "./any-request.ts";

const text = (content: string) => Buffer.from(content);
const result = { failing: text("fails"), passing: text("passes") };

function newRequest(about: Partial<InputRequest> = {}): InputRequest & { readonly path: (name: string) => string } {
  const cwd = temporaryFolder("output");
  writeFileSync(join(cwd, "in.tar.gz"), "x");
  const path = (name: string) => join(cwd, name);
  const output = about.output === undefined ? {} : { output: join(cwd, about.output) };
  return { ...inputRequest({ failing: path("in.tar.gz"), cwd, ...about, ...output }), path };
}

describe("without --output the results go beside the input", () => {
  test("under its name", () => {
    const request = newRequest();
    expect(reserveOutput(request, result, 0o644)).toEqual({ failing: request.path("in.tar.failing.gz") });
    const pair = reserveOutput({ ...request, goal: "isolate" }, result, 0o644);
    expect(readFileSync(pair.passing!, "utf8")).toBe("passes");
  });

  test("numbered where a file of that name exists, both of a pair by the same number", () => {
    const request = newRequest({ goal: "isolate" });
    writeFileSync(request.path("in.tar.passing.gz"), "the user's");
    expect(reserveOutput(request, result, 0o644)).toEqual({
      failing: request.path("in.tar.failing-2.gz"),
      passing: request.path("in.tar.passing-2.gz"),
    });
    expect(readFileSync(request.path("in.tar.passing.gz"), "utf8")).toBe("the user's");
    expect(existsSync(request.path("in.tar.failing.gz"))).toBe(false);
  });
});

describe("--output", () => {
  test("names the file, which is replaced", () => {
    const request = newRequest({ output: "min.txt" });
    writeFileSync(request.path("min.txt"), "old");
    expect(reserveOutput(request, result, 0o644)).toEqual({ failing: request.path("min.txt") });
    expect(readFileSync(request.path("min.txt"), "utf8")).toBe("fails");
  });

  test("names a folder, which is made for a pair", () => {
    const request = newRequest({ output: "a/b", goal: "isolate" });
    expect(reserveOutput(request, result, 0o644)).toEqual({
      failing: request.path("a/b/in.tar.failing.gz"),
      passing: request.path("a/b/in.tar.passing.gz"),
    });
  });

  test("of a folder becomes the result, or gets it inside if it exists", () => {
    const request = newRequest({ output: "out", folder: true });
    mkdirSync(request.path("in"));
    const folder = { failing: readFolder(request.path("in")) };
    expect(reserveOutput({ ...request, failing: request.path("in") }, folder, 0o644).failing).toBe(request.path("out"));
    expect(reserveOutput({ ...request, failing: request.path("in") }, folder, 0o644).failing).toBe(
      request.path("out/in.failing"),
    );
  });

  test("inside the folder under test is refused", () => {
    const request = newRequest({ output: "in/out", folder: true });
    expect(() => checkResultPaths({ ...request, failing: request.path("in") })).toThrow("is inside the input");
  });
});

test("a place that cannot be written is named, with what to do", () => {
  const request = newRequest();
  expect(() => reserveOutput({ ...request, failing: request.path("a".repeat(253)) }, result, 0o644)).toThrow(
    /^Cannot write the result to .*: name too long\. Name another place with --output\.$/,
  );
});

test("results of further causes are numbered, without overwriting", () => {
  expect(furtherPaths({ failing: "/a/in.failing.txt", passing: "/a/in.passing.txt" }, 2)).toEqual({
    failing: "/a/in.failing-2.txt",
    passing: "/a/in.passing-2.txt",
  });
  expect(furtherPaths({ failing: "/a/in.failing" }, 3)).toEqual({ failing: "/a/in.failing-3" });
  const { path } = newRequest();
  const wanted = { failing: path("min-2.txt") };
  expect(writeToFreeNames(wanted, result, 0o644)).toEqual(wanted);
  expect(writeToFreeNames(wanted, result, 0o644)).toEqual({ failing: path("min-2-2.txt") });
});

test("a result is written again, and removed", () => {
  const request = newRequest({ goal: "isolate" });
  const paths = reserveOutput(request, result, 0o644);
  writeResult(paths, { failing: text("f"), passing: text("p") }, 0o644);
  expect([readFileSync(paths.failing, "utf8"), readFileSync(paths.passing!, "utf8")]).toEqual(["f", "p"]);
  removeResult(paths);
  expect(readdirSync(request.cwd)).toEqual(["in.tar.gz"]);
});
