import { expect, test } from "vitest";
import { installed, Project } from "./planned-run.ts";

const vitest = [...installed("vitest/vitest.mjs"), "run"];
const imports = `import { describe, expect, test } from "${installed("vitest/dist/index.js")[1]}";\n`;

const project = () =>
  new Project({
    "vitest.config.mjs": "export default { test: { isolate: false, fileParallelism: false } };\n",
    "a.test.js": `${imports}
      describe("g", () => {
        test("one", () => void (process.env.LEAK = "1"));
        describe("h", () => test("two", () => {}));
      });
      test("twice", () => {});
      test("twice", () => {});`,
    "b.test.js": `${imports}
      test("victim", () => expect(process.env.LEAK).toBe(undefined));
      test.skip("left out", () => {});`,
  });

test("Vitest reports every test that runs, in order, and the error of one that fails", () => {
  const { tests, report, status } = project().run(vitest);
  expect(tests.toSorted()).toEqual([
    "a.test.js > g > h > two: passed",
    "a.test.js > g > one: passed",
    "a.test.js > twice#2: passed",
    "a.test.js > twice: passed",
    `b.test.js > victim: ${status === 0 ? "passed" : "failed"}`,
  ]);
  expect(report.runners).toMatchObject([{ runner: "vitest", argv: [expect.stringMatching(/vitest\.mjs$/), "run"] }]);
});

test("Vitest runs the tests of a plan in its order, and no others", () => {
  const tests = ["b.test.js > victim", "a.test.js > twice#2", "a.test.js > g > h > two", "a.test.js > g > one"];
  expect(project().run(vitest, { tests }).tests).toEqual(tests.map((each) => `${each}: passed`));
  const { tests: seen, report } = project().run(vitest, { tests: ["a.test.js > g > one", "b.test.js > victim"] });
  expect(seen).toEqual(["a.test.js > g > one: passed", "b.test.js > victim: failed"]);
  expect(report.tests[1]!.error).toMatch(/^AssertionError: expected '1' to be undefined.*\n\s+at .*b\.test\.js:/s);
});

test("what failed last time does not run first", () => {
  const files = project();
  const order = () => files.run(vitest, {}).tests.map((each) => each.replace(/:.*/, ""));
  const first = order();
  expect(order()).toEqual(first);
});

test("a file of Vitest can be loaded without any of its tests", () => {
  const files = project();
  files.write("a.test.js", `${imports}process.env.LEAK = "1";\ntest("one", () => {});`);
  const { tests } = files.run(vitest, { tests: ["a.test.js", "b.test.js > victim"] });
  expect(tests).toEqual(["b.test.js > victim: failed"]);
});

test("tests do not see how Vitest was taken over", () => {
  const files = project();
  files.write("b.test.js", `${imports}test("options", () => expect(process.env.NODE_OPTIONS).toBe(undefined));`);
  expect(files.run(vitest).tests).toContain("b.test.js > options: passed");
});

test("a hook of Vitest that fails is a failure of all tests of its group, and tests run one at a time", () => {
  const files = project();
  files.write(
    "b.test.js",
    `${imports}import { afterAll } from "${installed("vitest/dist/index.js")[1]}";
      describe("g", () => {
        afterAll(() => { throw new Error("no end"); });
        test("one", () => {});
        test.skip("two", () => {});
      });
      const wait = () => new Promise((resolve) => setTimeout(resolve, 20));
      test.concurrent("three", wait);
      test.concurrent("four", wait);`,
  );
  const { tests, report } = files.run(vitest);
  expect(tests).toContain("b.test.js > g > one: failed");
  expect(tests.join()).not.toContain("b.test.js > g > two");
  expect(report.isParallel).toBe(true);
  expect(files.run(vitest, { tests: ["b.test.js > three", "b.test.js > four"] }).report.isParallel).toBe(false);
});

test("a file of Vitest that cannot be loaded is a test that failed", () => {
  const files = project();
  files.write("b.test.js", "throw new Error('broken');");
  expect(files.run(vitest).tests).toContain("b.test.js: failed");
});
