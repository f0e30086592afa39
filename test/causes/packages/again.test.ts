import { expect, test } from "vitest";
import { againWords } from "../../../src/causes/packages/again.ts";
import type { ListedRequest } from "../../../src/causes/packages/listed/request.ts";
import type { LockedRequest } from "../../../src/causes/packages/locked/request.ts";
import type { PackagesRequest } from "../../../src/causes/packages/request.ts";
import { anyRequest } from "../../run/finished-run.ts";

const cwd = "/home/ann/app";
const base = { ...anyRequest, cwd, test: ["npm", "test"], fresh: false, contents: [] };
const good = { lockfile: `${cwd}/good.json`, patch: `${cwd}/good.patch` };
const words = (request: object) =>
  againWords(request as PackagesRequest | LockedRequest | ListedRequest)
    .slice(2)
    .join(" ");

test("the same sides, options and test", () => {
  expect(words({ ...base, old: "origin/main", deeper: false })).toBe("origin/main -- npm test");
  expect(words({ ...base, old: "a", new: "./b", good, deeper: true, build: "make", fresh: true })).toBe(
    "a ./b --build make --fresh --keep-good --deeper -- npm test",
  );
});

test("the manager, or what installs a list; lists are named from where the user stands", () => {
  expect(words({ ...base, old: "a", manager: "pnpm", good })).toBe("a --manager pnpm --keep-good -- npm test");
  expect(words({ ...base, old: `${cwd}/old.txt`, new: "/etc/new.txt", install: "pip {}" })).toBe(
    "old.txt /etc/new.txt --install pip {} -- npm test",
  );
});

test("what decides about outcomes", () => {
  const conditions = { ...base.conditions, repeat: 3, timeout: 5000, sandbox: true, setup: "up", teardown: "down" };
  const failing = (failure: object) => words({ ...base, old: "a", conditions: { ...conditions, failure } });
  const rest = "--repeat 3 --timeout 5000ms --setup up --teardown down --sandbox -- npm test";
  expect(failing({ mode: "same" })).toBe(`a ${rest}`);
  expect(failing({ mode: "interesting" })).toBe(`a --interesting ${rest}`);
  expect(failing({ mode: "match", pattern: "no row" })).toBe(`a --failure match:no row ${rest}`);
});
