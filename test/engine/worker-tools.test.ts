import { expect, test } from "vitest";
import { WorkerTools } from "../../src/engine/worker-tools.ts";

function ran(worker: string, tools: Readonly<Record<string, string>>, searched = "/usr/bin") {
  return { worker, tools: Object.entries(tools).map(([name, version]) => ({ name, searched, version })) };
}

test("workers that have the same programs are not told apart", () => {
  const tools = new WorkerTools();
  const same = { system: "Debian 12, x86_64", gcc: "/usr/bin/gcc-12" };
  expect([tools.add(ran("a", same)), tools.add(ran("b", same)), tools.difference]).toEqual([false, false, undefined]);
});

test("a program that only some tests name is compared among them", () => {
  const tools = new WorkerTools();
  tools.add(ran("a", { gcc: "/usr/bin/gcc-12" }));
  expect(tools.add(ran("b", { make: "/usr/bin/make" }))).toBe(false);
});

test("a program is compared among the tests that look for it in the same folders", () => {
  const tools = new WorkerTools();
  const [old, young] = [{ gcc: "/usr/bin/gcc-12" }, { gcc: "/opt/bin/gcc-13" }];
  tools.add(ran("a", old));
  expect([tools.add(ran("a", young, "/opt/bin:/usr/bin")), tools.difference]).toEqual([false, undefined]);
  expect(tools.add(ran("b", old, "/opt/bin:/usr/bin"))).toBe(true);
  expect(tools.difference).toContain("gcc is /opt/bin/gcc-13 on a (1 test) and /usr/bin/gcc-12 on b (1 test)");
});

test("the first difference is reported, and later tests are counted", () => {
  const tools = new WorkerTools();
  const [old, young] = [{ gcc: "/usr/bin/gcc-12" }, { gcc: "/usr/bin/gcc-13" }];
  expect([old, old, young, young].map((each, i) => tools.add(ran(`w${i}`, each)))).toEqual([false, false, true, false]);
  expect(tools.difference).toBe(
    "The engine's workers are not the same: gcc is /usr/bin/gcc-12 on w0 and w1 (2 tests) and /usr/bin/gcc-13 on w2 and w3 (2 tests). " +
      "The outcomes of all of them were used, so if the test depends on this, the finding may be wrong. " +
      "To run all tests in one image, name it: --platform KEY=VALUE.",
  );
});
