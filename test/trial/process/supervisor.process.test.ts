import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StartError, Supervisor, type TestCommand } from "../../../src/trial/process/supervisor.ts";

let cwd: string;
let supervisor: Supervisor;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "culprit-supervisor-")));
  supervisor = Supervisor.start({ folder: mkdtempSync(join(tmpdir(), "culprit-supervisor-")) });
});

afterEach(async () => {
  await supervisor.close();
  rmSync(cwd, { recursive: true, force: true });
});

const run = (argv: string[], rest: Partial<TestCommand> = {}) =>
  supervisor.execute({ argv, cwd, environment: {}, stdin: undefined, timeLimit: undefined, ...rest });
const sh = (script: string, rest: Partial<TestCommand> = {}) => run(["sh", "-c", script], rest);
const file = (name: string, content: string | Buffer, mode = 0o644) => {
  writeFileSync(join(cwd, name), content);
  chmodSync(join(cwd, name), mode);
};

describe("how a command ends", () => {
  test("the exit status is told, with what was written and how long it took", async () => {
    const { milliseconds, ...rest } = await sh("echo out; echo err >&2; sleep 0.05; exit 3");
    expect(rest).toEqual({
      exit: 3,
      signal: undefined,
      timedOut: false,
      output: { stdout: "out\n", stderr: "err\n", dropped: 0 },
    });
    expect(milliseconds).toBeGreaterThanOrEqual(50);
  });

  test("the signal that ended it is told by name", async () => {
    expect(await sh("kill -SEGV $$")).toMatchObject({ exit: undefined, signal: "SIGSEGV", timedOut: false });
    expect(await sh("kill -ABRT $$")).toMatchObject({ exit: undefined, signal: "SIGABRT" });
    expect(await sh("kill -40 $$")).toMatchObject({ exit: undefined, signal: "SIG40" });
  });

  test("arguments arrive as they are", async () => {
    const argv = ["printf", "%s|", "", "two words", "$HOME", "ünïcode", "line\nbreak", ""];
    expect((await run(argv)).output.stdout).toBe("|two words|$HOME|ünïcode|line\nbreak||");
  });

  test("a time limit ends it", async () => {
    const execution = await sh("echo begun; sleep 1000", { timeLimit: 2000 });
    expect(execution).toMatchObject({ exit: undefined, signal: "SIGKILL", timedOut: true });
    expect(execution.output.stdout).toBe("begun\n");
    expect(execution.milliseconds).toBeGreaterThanOrEqual(2000);
  });
});

describe("a command that cannot be started", () => {
  const reason = async (execution: Promise<unknown>): Promise<[string, string]> => {
    const error = await execution.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(error instanceof StartError)) throw new Error(`not a StartError: ${error}`);
    return [error.code, error.message];
  };

  test("is told apart from one that exits with 127", async () => {
    expect((await sh("exit 127")).exit).toBe(127);
    const [code, message] = await reason(run(["no-such-command"]));
    expect(code).toBe("ENOENT");
    expect(message).toContain("cannot start no-such-command: no such command in PATH");
    expect((await sh("exit 127")).exit).toBe(127);
  });

  test("may be missing, not executable, or without its interpreter", async () => {
    file("plain", "true\n");
    file("script", "#!/no/such/interpreter -x\n", 0o755);
    mkdirSync(join(cwd, "folder"));
    expect(await reason(run(["./missing"]))).toEqual([
      "ENOENT",
      `cannot start ./missing: ${cwd}/missing does not exist`,
    ]);
    expect(await reason(run(["./plain"]))).toEqual([
      "EACCES",
      `cannot start ./plain: ${cwd}/plain is not executable; try chmod +x`,
    ]);
    expect(await reason(run(["./script"]))).toEqual([
      "ENOENT",
      `cannot start ./script: ${cwd}/script exists, but its interpreter /no/such/interpreter does not`,
    ]);
    expect((await reason(run(["./folder"])))[0]).toBe("EACCES");
  });

  test("may have no folder, no standard input, or too many arguments", async () => {
    expect(await reason(sh("true", { cwd: join(cwd, "gone") }))).toEqual([
      "ENOENT",
      `cannot enter the folder ${cwd}/gone to run sh: ENOENT`,
    ]);
    expect(await reason(sh("true", { stdin: "gone" }))).toEqual([
      "ENOENT",
      "cannot open gone as the standard input of sh: ENOENT",
    ]);
    expect((await reason(run(["true", "x".repeat(3_000_000)])))[0]).toBe("E2BIG");
  });

  test("may make no sense", async () => {
    expect((await reason(run([])))[1]).toBe("the command is empty");
    expect((await reason(run(["echo", "a\0b"])))[1]).toContain("NUL");
    expect((await reason(sh("true", { environment: { "A=B": "c" } })))[1]).toContain("A=B");
  });

  test("does not disturb others that start at the same time", async () => {
    const mixed = Array.from({ length: 40 }, (_, i) => (i % 2 ? sh(`exit ${i}`) : reason(run(["./missing"]))));
    const results = await Promise.all(mixed);
    results.forEach((result, i) => void expect(result).toMatchObject(i % 2 ? { exit: i } : ["ENOENT", {}]));
  });
});

describe("what a command is given", () => {
  test("a folder, which it may even delete", async () => {
    mkdirSync(join(cwd, "inner"));
    const inner = join(cwd, "inner");
    expect((await sh("pwd; rm -rf ../inner", { cwd: inner })).output.stdout).toBe(`${inner}\n`);
    expect((await sh("echo well")).output.stdout).toBe("well\n");
  });

  test("the environment, changed by what is set and unset", async () => {
    const environment = { CULPRIT_SET: "a=b\nc", CULPRIT_EMPTY: "", HOME: undefined };
    const script = 'printf "%s|" "$CULPRIT_SET" "$CULPRIT_EMPTY" $(env | grep -c ^CULPRIT_EMPTY) "$HOME" "$PATH"';
    expect((await sh(script, { environment })).output.stdout).toBe(`a=b\nc||1||${process.env.PATH}|`);
    expect((await sh("env | grep -c ^CULPRIT_SET; echo $HOME")).output.stdout).toBe(`0\n${process.env.HOME}\n`);
  });

  test("variables that would change the supervisor itself", async () => {
    vi.stubEnv("PERL5OPT", "-MNo::Such::Module");
    vi.stubEnv("PERL_UNICODE", "SDA");
    vi.stubEnv("LC_ALL", "C.UTF-8");
    const other = Supervisor.start({ folder: mkdtempSync(join(tmpdir(), "culprit-supervisor-")) });
    vi.unstubAllEnvs();
    const argv = ["sh", "-c", "echo $PERL5OPT $PERL_UNICODE $LC_ALL"];
    const { output } = await other.execute({ argv, cwd, environment: {}, stdin: undefined, timeLimit: undefined });
    await other.close();
    expect((await sh("env | grep -c ^LC_ALL=")).output.stdout).toBe(process.env.LC_ALL === undefined ? "0\n" : "1\n");
    expect(output.stdout).toBe("-MNo::Such::Module SDA C.UTF-8\n");
  });

  test("the PATH that was set is where it is looked up", async () => {
    file("only-here", "#!/bin/sh\necho found", 0o755);
    expect((await run(["only-here"], { environment: { PATH: `${cwd}:/bin` } })).output.stdout).toBe("found\n");
  });

  test("a file as standard input, or nothing", async () => {
    file("input", "one\ntwo\n");
    expect((await run(["cat"], { stdin: join(cwd, "input") })).output.stdout).toBe("one\ntwo\n");
    expect((await sh("cat /dev/stdin", { stdin: "input" })).output.stdout).toBe("one\ntwo\n");
    expect((await run(["cat"])).output.stdout).toBe("");
  });

  test("output streams that it can open by name", async () => {
    const { output } = await sh("echo out > /dev/stdout; echo err > /dev/stderr; cat < /dev/stdin");
    expect(output).toEqual({ stdout: "out\n", stderr: "err\n", dropped: 0 });
  });

  test("default signals, a group of its own, a session without a terminal, and no open files", async () => {
    const { stdout } = (await sh("grep -E 'Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd")).output;
    expect(stdout.match(/\t0{16}\n/g)).toHaveLength(2);
    const inherited = spawnSync("ls", ["/proc/self/fd"], { encoding: "utf8" }).stdout;
    expect(stdout.replace(/^Sig.*\n/gm, "")).toBe(inherited);
    // its group is its own, its session is the supervisor's
    expect((await sh('test "$(cut -d\' \' -f5,6 /proc/$$/stat)" = "$$ $PPID"')).exit).toBe(0);
    // `yes` would complain if it were not killed by SIGPIPE
    expect((await sh("yes | head -1")).output).toEqual({ stdout: "y\n", stderr: "", dropped: 0 });
  });
});

describe("output", () => {
  test("of a flood, the first and the last bytes are kept, and the supervisor stays small", async () => {
    const script = `my $line = ("x" x 1023) . "\\n"; print "first\\n"; print $line for 1 .. 200 * 1024; print STDERR "e" x 300_000; print "last\\n"`;
    const { output } = await run(["perl", "-e", script]);
    expect(output.stdout).toHaveLength(256 * 1024);
    expect(output.stderr).toBe("e".repeat(256 * 1024));
    expect(output.stdout.slice(0, 6)).toBe("first\n");
    expect(output.stdout.slice(-6)).toBe("\nlast\n");
    expect(output.dropped).toBe(11 + 200 * 1024 * 1024 - 256 * 1024 + (300_000 - 256 * 1024));
    const status = await sh("cat /proc/$PPID/status");
    expect(Number(/VmHWM:\s*(\d+) kB/.exec(status.output.stdout)?.[1])).toBeLessThan(24_000);
  });

  test("up to the bound is complete", async () => {
    file("exact", Buffer.alloc(256 * 1024, "0123456789abcde\n"));
    const { output } = await run(["cat", "exact"]);
    expect(output.dropped).toBe(0);
    expect(output.stdout).toBe(readFileSync(join(cwd, "exact"), "latin1"));
  });

  test("may hold NUL and bytes that are not text", async () => {
    const { stdout, stderr } = (await sh("printf 'a\\000b\\377c\\n'; printf '\\000\\000\\000\\001' >&2")).output;
    expect(stdout).toBe("a\0b\ufffdc\n");
    expect(stderr).toBe("\0\0\0\x01");
  });

  test("is not mixed between commands that run at once", async () => {
    const script = (i: number) => `for n in 1 2 3; do echo ${i}.$n; echo ${i}.$n >&2; sleep 0.01; done; exit ${i}`;
    const executions = await Promise.all(Array.from({ length: 64 }, (_, i) => sh(script(i))));
    executions.forEach(({ exit, output }, i) => {
      const text = `${i}.1\n${i}.2\n${i}.3\n`;
      expect([exit, output]).toEqual([i, { stdout: text, stderr: text, dropped: 0 }]);
    });
  });

  test("of one that floods does not keep others waiting", async () => {
    const stop = new AbortController();
    const flood = supervisor.execute(
      { argv: ["yes"], cwd, environment: {}, stdin: undefined, timeLimit: undefined },
      stop.signal,
    );
    for (let i = 0; i < 20; i++) expect((await sh("echo mine")).output.stdout).toBe("mine\n");
    stop.abort(new Error("enough"));
    await expect(flood).rejects.toThrow("enough");
  });
});

describe("for commands that look at others", () => {
  test("all of standard output is in a file, however long it is", async () => {
    const stdoutCopy = join(cwd, "copy");
    const { output } = await sh("head -c 2000000 /dev/zero; echo end; echo error >&2", { stdoutCopy });
    expect(output.dropped).toBeGreaterThan(0);
    const printed = Buffer.concat([Buffer.alloc(2_000_000), Buffer.from("end\n")]);
    expect(readFileSync(stdoutCopy).equals(printed)).toBe(true);
  });

  test("commands of one turn have one slot, which no other gets until the turn is over", async () => {
    const slotOf = async (rest: Partial<TestCommand> = {}) =>
      (await sh("echo $CULPRIT_SLOT", rest)).output.stdout.trim();
    expect(await slotOf({ turn: 7 })).toBe("0");
    expect(await slotOf()).toBe("1");
    expect(await slotOf({ turn: 7 })).toBe("0");
    supervisor.endTurn(7);
    expect(await slotOf()).toBe("0");
  });
});
