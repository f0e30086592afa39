import { expect, test } from "vitest";
import type { SuiteRunnerName } from "../../runtimes/protocol/suite.ts";
import { testId } from "../../src/suites/test-id.ts";

const id = (runner: SuiteRunnerName, file: string, names: readonly string[], nth?: number) =>
  testId({ file, names, ...(nth === undefined ? {} : { nth }) }, runner, "/p");

test("tests are called as each runner's users call them", () => {
  expect(id("pytest", "/p/tests/test_a.py", ["TestA", "test_x"])).toBe("tests/test_a.py::TestA::test_x");
  expect(id("unittest", "/p/tests/test_a.py", ["TestA", "test_x"])).toBe("tests.test_a.TestA.test_x");
  expect(id("go", "/p/cart", ["TestX", "sub"])).toBe("cart.TestX/sub");
  expect(id("go", "/p", ["TestX"])).toBe("p.TestX");
  expect(id("cargo", "/p/src/lib.rs", ["tests", "x"])).toBe("src/lib.rs › tests::x");
  expect(id("rspec", "/p/spec/a_spec.rb", ["a cart", "adds"], 2)).toBe("spec/a_spec.rb › a cart › adds (2)");
  expect(id("unittest", "/p/tests/test_a.py", [])).toBe("tests/test_a.py");
});
