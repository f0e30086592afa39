import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../../tiers/skipped-because.ts";
import { Project } from "./planned-run.ts";

const cargo = ["cargo", "test", "--offline", "--no-fail-fast", "--lib", "--bins", "--tests"];

describe("cargo test", skippedBecause(missing("cargo")), () => {
  const files = new Project({
    "Cargo.toml": `[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n[[test]]\nname = "own"\nharness = false\n`,
    "src/lib.rs": `
#[cfg(test)] mod tests {
  use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
  static LEAK: AtomicBool = AtomicBool::new(false);
  #[test] fn a_leaks() { LEAK.store(true, SeqCst); println!("printed"); }
  #[test] fn b_victim() { assert!(!LEAK.load(SeqCst), "leak is set"); }
  #[test] #[should_panic] fn c_panics() { panic!("as it should"); }
  #[test] #[ignore] fn d_ignored() {}
}
`,
    "src/main.rs": "fn main() {}\n#[test] fn in_main() {}\n",
    "tests/own.rs": `fn main() { println!("own main"); }\n`,
    "tests/whole.rs": `#[test] fn environment() { assert!(std::env::vars().all(|(name, _)| !name.ends_with("_RUNNER"))); }\n`,
  });

  test("reports every test that runs, and the error of one that fails", () => {
    const { tests, report, output, status } = files.run([...cargo, "--", "--test-threads=1"]);
    expect(tests).toEqual([
      "src/lib.rs > tests > a_leaks: passed",
      "src/lib.rs > tests > b_victim: failed",
      "src/lib.rs > tests > c_panics: passed",
      "src/main.rs > in_main: passed",
      "tests/own.rs: passed",
      "tests/whole.rs > environment: passed",
    ]);
    expect(report.tests[1]!.error).toMatch(/^thread '.*panicked at src\/lib\.rs:6:\d+:\nleak is set/);
    expect(report.runners).toMatchObject([
      { runner: "cargo", argv: [expect.stringMatching(/cargo$/), ...cargo.slice(1), "--", "--test-threads=1"] },
    ]);
    expect(output).toContain("leak is set");
    expect(status).not.toBe(0);
  });

  test("tests that run at the same time are reported so", () => {
    const { tests, report } = files.run([...cargo, "--", "--test-threads=2", "_leaks", "_panics"]);
    expect(tests.slice(0, 2)).toEqual([
      "src/lib.rs > tests > a_leaks: passed",
      "src/lib.rs > tests > c_panics: passed",
    ]);
    expect(report.isParallel).toBe(true);
  });

  test("runs the tests of a plan, starts no other program, and leaves the user's own runner to start them", () => {
    const tests = ["src/lib.rs > tests > b_victim", "tests/whole.rs > environment"];
    const { tests: seen, output } = files.run([...cargo, "-q", "--", "nothing", "--skip=victim"], { tests });
    expect(seen).toEqual(tests.map((each) => `${each}: passed`));
    expect(output).not.toContain("own main");
    const machine = process.arch === "arm64" ? "AARCH64" : "X86_64";
    const system = process.platform === "darwin" ? "APPLE_DARWIN" : "UNKNOWN_LINUX_GNU";
    const own = { [`CARGO_TARGET_${machine}_${system}_RUNNER`]: "env OWN=1 echo" };
    expect(files.run(cargo, { tests: ["tests/own.rs"] }, own).output).toMatch(/^\S+\/own-[0-9a-f]{16}$/m);
  });
});
