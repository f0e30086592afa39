import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Roots } from "../../src/mcp/roots.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let [outside, root] = ["", ""];
let roots: Roots;

beforeEach(() => {
  outside = temporaryFolder("outside");
  // Its neighbour, of which its path is the beginning, goes with it.
  root = join(temporaryFolder("root"), "root");
  mkdirSync(root);
  mkdirSync(join(root, "packages"));
  roots = new Roots([root]);
});

describe("roots", () => {
  test("are where folders begin", () => {
    expect(roots.folder()).toBe(root);
    expect(roots.folder("packages")).toBe(join(root, "packages"));
    expect(roots.folder(root)).toBe(root);
    expect(roots.nameOf(join(root, "packages"))).toBe("packages");
  });

  test("do not contain what lies beside or above them", () => {
    mkdirSync(`${root}-2`);
    for (const path of ["..", "/", outside, `${root}-2`, "packages/../.."])
      expect(() => roots.folder(path), path).toThrow(/outside of the folders/);
  });

  test("do not contain what a link leads out to, at any place of a path", () => {
    symlinkSync(outside, join(root, "link"));
    writeFileSync(join(outside, "secret"), "");
    for (const path of ["link", "link/secret", "link/not/there"]) expect(roots.contains(join(root, path))).toBe(false);
  });

  test("do not contain a link to a file outside that is not there yet", () => {
    symlinkSync(join(outside, "new"), join(root, "report.html"));
    expect(roots.contains(join(root, "report.html"))).toBe(false);
    symlinkSync("packages/new", join(root, "inside"));
    expect(roots.contains(join(root, "inside"))).toBe(true);
  });

  test("do not contain a deep path below a link that leads out", () => {
    symlinkSync(outside, join(root, "link"));
    expect(roots.contains(join(root, "link", ...Array<string>(100).fill("deep")))).toBe(false);
    expect(roots.contains(join(root, ...Array<string>(100).fill("deep")))).toBe(true);
  });

  test("do not contain a circle of links", () => {
    symlinkSync("b", join(root, "a"));
    symlinkSync("a", join(root, "b"));
    expect(roots.contains(join(root, "a"))).toBe(false);
  });

  test("refuse a folder whose records are led elsewhere", () => {
    symlinkSync(outside, join(root, "packages", ".culprit"));
    expect(() => roots.folder("packages")).toThrow(/\.culprit\/runs is outside/);
    mkdirSync(join(root, ".culprit"));
    symlinkSync(outside, join(root, ".culprit", "runs"));
    expect(() => roots.folder()).toThrow(/\.culprit\/runs is outside/);
  });

  test("may be links themselves, and may be several", () => {
    symlinkSync(root, join(outside, "alias"));
    const both = new Roots([join(outside, "alias"), outside]);
    expect(both.folder("packages")).toBe(join(root, "packages"));
    expect(both.folder(outside)).toBe(outside);
    expect(() => new Roots([join(root, "missing")])).toThrow("is not a folder");
  });
});
