import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UserError } from "../../../src/core/user-error.ts";
import type { Conditions } from "../../../src/run/conditions.ts";
import { type Ends, NotReproduced, settleEnds } from "../../../src/run/ends/ends.ts";
import { requirePassing } from "../../../src/run/ends/passing-end.ts";
import { RunRecord } from "../../../src/run/record/record.ts";
import { Run } from "../../../src/run/run.ts";
import type { World } from "../../../src/trial/laboratory.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const home = temporaryFolder("ends");

/** A world whose test is a line of shell. */
function world(script: string): World {
  const experiment = { argv: ["sh", "-c", script], environment: {}, stdin: undefined, candidate: [] };
  return { content: script, make: () => experiment };
}

function endsOf(failing: string, other: string): Ends {
  return { failing: { world: world(failing), name: "NEW" }, other: { world: world(other), name: "OLD" } };
}

/** A run that is closed when the test is over. */
function runOf(conditions?: Partial<Conditions>): Run {
  const run = openRun(conditions);
  onTestFinished(() => run.close());
  return run;
}

function openRun(conditions: Partial<Conditions> = {}): Run {
  const cwd = mkdtempSync(join(home, "cwd-"));
  const all: Conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1, ...conditions };
  const request = { cwd, test: ["sh"], conditions: all };
  return new Run(RunRecord.create(cwd, { kind: "input", version: "1", request }), all);
}

const settled = (ends: Ends, conditions?: Partial<Conditions>) => settleEnds(runOf(conditions), ends);
const refusal = (ends: Ends, conditions?: Partial<Conditions>): Promise<Error> =>
  settled(ends, conditions).then(
    () => new Error("not refused"),
    (error: Error) => error,
  );
/** Exits with each status in turn, from run to run. */
const inTurn = (...statuses: number[]) => {
  const count = join(mkdtempSync(join(home, "count-")), "runs");
  return `echo >> ${count}; set -- ${statuses.join(" ")}; shift $((($(wc -l < ${count}) - 1) % $#)); exit $1`;
};

describe("two ends", () => {
  test("that fail and pass every time say what the failure is; each is run twice", async () => {
    const run = runOf();
    const ends = await settleEnds(run, endsOf("echo 'error: bad' >&2; exit 3", "echo fine"));
    expect(ends).toMatchObject({
      failing: { outcome: "fail", ended: "exit 3" },
      other: { outcome: "pass" },
      repeat: 1,
      executions: 4,
    });
    expect(run.record.kept("failing.txt")).toBe("error: bad\n");
    expect(run.record.kept("other.txt")).toBe("fine\n");
  });

  test("are known when the run is resumed: nothing is run again", async () => {
    const run = openRun();
    const ends = endsOf("exit 3", "exit 0");
    const first = await settleEnds(run, ends);
    await run.close();
    const resumed = new Run(run.record, run.conditions);
    onTestFinished(() => resumed.close());
    expect(await settleEnds(resumed, ends)).toEqual(first);
    expect(resumed.counts.run).toBe(run.counts.run);
  });

  test("give tests ten times as long as they took and at least two seconds, or what the user allows", async () => {
    expect((await settled(endsOf("exit 3", "exit 0"))).timeLimit).toBeGreaterThanOrEqual(2000);
    const slow = await settled(endsOf("sleep 0.5; exit 3", "exit 0"));
    expect(slow.timeLimit).toBeGreaterThanOrEqual(5000);
    expect((await settled(endsOf("exit 3", "exit 0"), { timeout: 34_567 })).timeLimit).toBe(34_567);
  });

  test("may fail by a hang, which is seen at the user's limit", async () => {
    const { failure, failing } = await settled(endsOf("sleep 1000", "exit 0"), { timeout: 2000 });
    expect(failure.hang).toBe(true);
    expect(failing.outcome).toBe("fail");
  });
});

describe("a failing end that does not fail", () => {
  test.each([
    ["passes", "echo all is well", "passes on NEW"],
    ["cannot judge", "exit 125", "NEW"],
  ])("because it %s is not reproduced", async (_, script, words) => {
    const error = await refusal(endsOf(script, "exit 0"));
    expect(error).toBeInstanceOf(NotReproduced);
    expect(error.message).toContain(words);
  });

  test("is shown with what it printed", async () => {
    expect((await refusal(endsOf("echo all is well", "exit 0"))).message).toContain("all is well");
  });

  test.each([126, 127])("because the command was not run (exit %d) is a mistake of the user's", async (exit) => {
    const error = await refusal(endsOf(`exit ${exit}`, "exit 0"));
    expect(error).toBeInstanceOf(UserError);
    expect(error).not.toBeInstanceOf(NotReproduced);
    expect(error.message).toContain(`exit ${exit}`);
  });

  test("the first time may fail later, if tests are repeated", async () => {
    const ends = await settled(endsOf(inTurn(0, 0, 3), "exit 0"), { repeat: 5 });
    expect(ends).toMatchObject({ failing: { outcome: "fail" }, other: { outcome: "pass", runs: 5 }, repeat: 5 });
  });
});

describe("an end that is flaky", () => {
  test.each([
    ["the failing one", endsOf(inTurn(3, 0), "exit 0"), "NEW"],
    ["the other one", endsOf("exit 3", inTurn(0, 3)), "OLD"],
  ])("is refused, with how often it failed: %s", async (_, ends, name) => {
    const error = await refusal(ends);
    expect(error).toBeInstanceOf(NotReproduced);
    expect(error.message).toMatch(new RegExp(`${name}.*5 of 10 runs`, "s"));
    expect(error.message).toContain("--repeat auto");
  });

  test("is run as often as it takes with --repeat auto", async () => {
    const ends = await settled(endsOf(inTurn(3, 0), "exit 0"), { repeat: "auto" });
    expect(ends.failing.outcome).toBe("fail");
    expect(ends.repeat).toBeGreaterThan(1);
  });
});

test("isolating needs another end that passes", async () => {
  const advice = { fail: "advice for a failure", unresolved: "advice for neither" };
  const judged = async (other: string) => {
    const ends = endsOf("exit 3", other);
    const event = await settled(ends);
    return () => requirePassing(event, ends, advice);
  };
  expect((await judged("exit 0"))().other.outcome).toBe("pass");
  expect(await judged("exit 3")).toThrow(/OLD.*advice for a failure/s);
  expect(await judged("exit 125")).toThrow(/OLD.*advice for neither/s);
});
