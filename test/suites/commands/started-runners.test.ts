import { expect, test } from "vitest";
import type { RunnerStarted, TestName } from "../../../runtimes/protocol/suite.ts";
import { commandForTests } from "../../../src/suites/commands/command-for-tests.ts";

/** The command for tests like `FILE > GROUP > NAME`. */
function commandFor(
  runner: RunnerStarted["runner"],
  argv: readonly string[],
  ids: readonly string[],
): string | undefined {
  const started: RunnerStarted = { event: "runner", runner, argv, cwd: "/p", process: 1 };
  const tests = ids.map((id): TestName => {
    const [file = "", ...names] = id.split(" > ");
    return { file: file === "." ? "/p" : `/p/${file}`, names };
  });
  return commandForTests({ words: ["make", "check"], cwd: "/p", started, tests }, tests)?.join(" ");
}

test("RSpec: files and names replace what selects examples", () => {
  const argv = ["/usr/bin/rspec", "spec/x_spec.rb", "--tag", "slow", "-f", "doc", "--seed", "3", "--fail-fast", "-w"];
  expect(commandFor("rspec", argv, ["spec/a_spec.rb > a > one"])).toBe(
    "rspec -f doc -w spec/a_spec.rb --order defined -e a one",
  );
  expect(commandFor("rspec", argv, ["spec/a_spec.rb > a > example at ./spec/a_spec.rb:5"])).toBe(undefined);
});

test("go test: packages and a pattern for each test", () => {
  const argv = ["/usr/local/go/bin/go", "test", "-race", "-tags", "x", "-run", "TestA", "-count=3", "./..."];
  expect(commandFor("go", argv, ["a > TestA > x(1)", ". > TestB"])).toBe(
    "go test -race -tags x -count=1 -p=1 -run ^TestA$/^x\\(1\\)$|^TestB$ ./a .",
  );
});

test("cargo test: targets by their files, and exact names", () => {
  const argv = ["/bin/cargo", "test", "-p", "x", "--features", "y", "--lib", "name", "--", "--nocapture"];
  expect(commandFor("cargo", argv, ["src/lib.rs > tests > a", "tests/whole.rs > b"])).toBe(
    "cargo test -p x --features y --lib --test whole -- --test-threads=1 --exact tests::a b",
  );
});

test("unittest: names of modules, and none if it discovers tests elsewhere", () => {
  const ids = ["tests/test_b.py > TestB > test_x", "tests/test_a.py > TestA > test_y"];
  expect(commandFor("unittest", ["/usr/bin/python3", "-m", "unittest", "-v", "-k", "x", "tests.test_c"], ids)).toBe(
    "/usr/bin/python3 -m unittest -v tests.test_b.TestB.test_x tests.test_a.TestA.test_y",
  );
  expect(commandFor("unittest", ["/p/v/bin/python", "manage.py", "test", "--failfast"], ids.slice(1))).toBe(
    "v/bin/python manage.py test tests.test_a.TestA.test_y",
  );
  expect(commandFor("unittest", ["python3", "-m", "unittest", "discover", "-s", "tests"], ids)).toBe(undefined);
  expect(commandFor("unittest", ["python3", "-m", "unittest"], ["tests/test_a.py"])).toBe(undefined);
});
