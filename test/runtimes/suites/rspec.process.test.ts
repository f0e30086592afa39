import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../../tiers/skipped-because.ts";
import { Project } from "./planned-run.ts";

const rspec = ["rspec"];

const project = () =>
  new Project({
    "spec/a_spec.rb": `
RSpec.describe "a" do
  it("one") { $leak = true }
  describe("b") { it("two") {} }
  it { expect(1).to eq(1) }
end
RSpec.describe("twice") { 2.times { it("same") {} } }
`,
    "spec/b_spec.rb": `
RSpec.describe "victim" do
  it("fails") { raise TypeError, "leak is set" if $leak }
  it("is pending") { skip }
end
`,
  });

describe("RSpec", skippedBecause(missing("rspec")), () => {
  test("reports every example that runs, in order, and the error of one that fails", () => {
    const { tests, report } = project().run([...rspec, "--format", "progress"]);
    expect(tests).toEqual([
      "spec/a_spec.rb > a > one: passed",
      "spec/a_spec.rb > a > example at ./spec/a_spec.rb:5: passed",
      "spec/a_spec.rb > a > b > two: passed",
      "spec/a_spec.rb > twice > same: passed",
      "spec/a_spec.rb > twice > same#2: passed",
      "spec/b_spec.rb > victim > fails: failed",
    ]);
    expect(report.tests.at(-1)!.error).toMatch(/b_spec\.rb:3:in .*: leak is set \(TypeError\)/);
    expect(report.runners).toMatchObject([
      { runner: "rspec", argv: [expect.stringMatching(/rspec$/), "--format", "progress"] },
    ]);
    expect(report.runners[0]!.seed).toBe(undefined);
  });

  test("runs the examples of a plan in its order, also between files, and no others", () => {
    const tests = [
      "spec/b_spec.rb > victim > fails",
      "spec/a_spec.rb > twice > same#2",
      "spec/a_spec.rb > a > b > two",
      "spec/a_spec.rb > a > one",
    ];
    // Examples of a group come before the groups in it.
    const order = [0, 1, 3, 2].map((i) => `${tests[i]}: passed`);
    expect(project().run([...rspec, "--order", "random", "--tag", "nothing"], { tests }).tests).toEqual(order);
  });

  test("loads no file that is left out, and runs on after an example that fails", () => {
    const files = project();
    files.write("spec/a_spec.rb", `$leak = true\nRSpec.describe("a") { it("one") { fail } }\n`);
    const one = "spec/a_spec.rb > a > one";
    const victim = "spec/b_spec.rb > victim > fails";
    expect(files.run(rspec, { tests: [victim], leftOut: ["spec/a_spec.rb"] }).tests).toEqual([`${victim}: passed`]);
    expect(files.run(rspec, { tests: ["spec/a_spec.rb", victim] }).tests).toEqual([`${victim}: failed`]);
    expect(files.run([...rspec, "--fail-fast"], { tests: [one, victim] }).tests).toEqual([
      `${one}: failed`,
      `${victim}: failed`,
    ]);
  });

  test("random order comes from the seed of the plan, and a seed is reported", () => {
    const files = project();
    const order = () => files.run([...rspec, "--order", "defined"], { seed: "3" });
    const { tests, report } = order();
    expect(order().tests).toEqual(tests);
    expect(report.runners[0]!.seed).toEqual(["--seed", "3"]);
    expect(files.run([...rspec, "--seed", "3"]).tests).toEqual(tests);
  });

  test("a file that cannot be loaded is a test that failed, and so is one with a hook that fails at its end", () => {
    const files = project();
    files.write("spec/a_spec.rb", "require 'nothing_of_this_name'\n");
    const { tests, report } = files.run(rspec);
    expect(tests).toEqual(["spec/a_spec.rb: failed"]);
    expect(report.tests[0]!.error).toMatch(/cannot load such file -- nothing_of_this_name \(LoadError\)/);
    files.write("spec/a_spec.rb", `RSpec.describe("a") { it("one") {}; after(:context) { raise "no" } }\n`);
    expect(files.run(rspec).tests.slice(0, 2)).toEqual(["spec/a_spec.rb > a > one: passed", "spec/a_spec.rb: failed"]);
  });

  test("examples do not see how RSpec was taken over", () => {
    const files = project();
    files.write(
      "spec/a_spec.rb",
      `RSpec.describe("a") { it("sees") { expect([ENV["SPEC_OPTS"], ENV["NODE_OPTIONS"], defined?(JSON)]).to all(be_nil) } }\n`,
    );
    expect(files.run(rspec).tests).toContain("spec/a_spec.rb > a > sees: passed");
  });
});
