import { expect, test } from "vitest";
import type { LocatedSide } from "../../../../src/causes/packages/locate-side.ts";
import { chooseManager } from "../../../../src/causes/packages/locked/choose-manager.ts";

const project = { version: { name: "", items: new Map(), checkOut: () => {} }, inside: "", home: undefined };

function choose(old: Files, now: Files, wanted?: string) {
  return chooseManager({ old: side(old), new: side(now), project }, wanted);
}

type Files = Readonly<Record<string, string>> & { readonly file?: string };

function side({ file, ...files }: Files): LocatedSide {
  const read = (path: string) => (files[path] === undefined ? undefined : Buffer.from(files[path]));
  return { name: "a side", read, listFolders: () => [], ...(file === undefined ? {} : { file }) };
}

test("the lockfile tells the manager", () => {
  expect(choose({ "pnpm-lock.yaml": "1" }, { "pnpm-lock.yaml": "2" })).toMatchObject({ manager: "pnpm" });
  expect(choose({ "Cargo.lock": "1" }, { "Cargo.lock": "2" })).toMatchObject({ manager: "cargo" });
  expect(choose({}, {})).toMatchObject({ manager: "npm" });
});

test("of several lockfiles, the one that differs is meant", () => {
  const old = { "requirements.txt": "a==1", "uv.lock": "1" };
  expect(choose(old, { ...old, "uv.lock": "2" })).toMatchObject({ manager: "uv" });
  expect(choose(old, { ...old, "requirements.txt": "a==2" })).toMatchObject({ manager: "pip" });
  expect(choose(old, old)).toMatchObject({ manager: "uv" });
});

test("where several differ, the user says which; a manager that we do not know is refused", () => {
  const [old, now] = [
    { "package-lock.json": "{}", "yarn.lock": "1" },
    { "package-lock.json": "{ }", "yarn.lock": "2" },
  ];
  expect(() => choose(old, now)).toThrow(
    "package-lock.json and yarn.lock both differ: say which one installs the packages of the test, with --manager npm|yarn.",
  );
  expect(() => choose({ ...old, "bun.lock": "1" }, { ...now, "bun.lock": "2" })).toThrow(
    "package-lock.json, yarn.lock and bun.lock all differ: say",
  );
  expect(choose(old, now, "yarn")).toMatchObject({ manager: "yarn", new: "yarn.lock" });
  const [file, other] = ["pnpm-lock.yaml", "poetry.lock"];
  expect(choose({ "package-lock.json": "{}" }, { [file]: "1" }, "pnpm")).toEqual({
    manager: "pnpm",
    old: file,
    new: file,
  });
  expect(choose(old, now, "poetry")).toEqual({ manager: "poetry", old: other, new: other });
  expect(() => choose(old, now, "apt")).toThrow(/--manager is one of npm, pnpm, .* and go, not apt/);
});

test("a file that the user names may be called anything, if they say whose it is", () => {
  const [old, now] = [
    { file: "old.txt", "old.txt": "a==1" },
    { file: "new.txt", "new.txt": "a==2" },
  ];
  expect(choose(old, now, "pip")).toEqual({ manager: "pip", old: "old.txt", new: "new.txt" });
  expect(choose({ file: "uv.old.lock", "uv.old.lock": "" }, { "uv.lock": "" })).toEqual({
    ...{ manager: "uv", old: "uv.old.lock", new: "uv.lock" },
  });
});
