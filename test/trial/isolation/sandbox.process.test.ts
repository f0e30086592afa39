import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Experiment } from "../../../src/trial/experiment.ts";
import { Sandbox } from "../../../src/trial/isolation/sandbox.ts";
import { blankReport, endingInside } from "../../../src/trial/isolation/sandbox-report.ts";
import { Laboratory, type World } from "../../../src/trial/laboratory.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { until } from "../../until.ts";
import { noSandboxHere } from "./sandbox-here.ts";

describe("a test in a sandbox", skippedBecause(noSandboxHere), () => {
  /** Where the user stands, with a file of the user's. */
  let cwd: string;
  let mine: string;
  let free: Laboratory;
  let shut: Laboratory;

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "culprit-sandbox-")));
    mine = join(cwd, "mine");
    writeFileSync(mine, "precious");
    free = new Laboratory(2);
    shut = new Laboratory(2, { sandbox: Sandbox.open(cwd) });
  });

  afterEach(async () => {
    await Promise.all([free.close(), shut.close()]);
    rmSync(cwd, { recursive: true, force: true });
  });

  const world = (argv: readonly string[], rest: Partial<Experiment> = {}): World => ({
    content: "",
    make: (folder) => {
      writeFileSync(join(folder, "input"), "one\ntwo\n");
      return { argv, environment: {}, stdin: undefined, candidate: [], ...rest };
    },
  });
  const run = async (laboratory: Laboratory, argv: readonly string[], rest: Partial<Experiment> = {}) => {
    const { execution } = await laboratory.execute(world(argv, rest), { test: 20_000 }, never);
    return execution;
  };
  const never = new AbortController().signal;
  const sh = (script: string, ...words: string[]) => run(shut, ["sh", "-c", script, "sh", ...words]);
  /** What both say of a command, apart from how long it took. */
  const both = async (argv: readonly string[], rest?: Partial<Experiment>) => {
    const [without, within] = await Promise.all([run(free, argv, rest), run(shut, argv, rest)]);
    return { without: { ...without, milliseconds: 0 }, within: { ...within, milliseconds: 0 } };
  };

  describe("ends as it would without", () => {
    test.each([
      ["exit 0", "echo out; echo err >&2"],
      ["exit 3", "echo out; echo err >&2; exit 3"],
      ["exit 125", "exit 125"],
      ["exit 127", "exit 127"],
      ["exit 137, not SIGKILL", "exit 137"],
      ["exit 139, not SIGSEGV", "sh -c 'kill -SEGV $$'; exit $?"],
      ["exit 255", "exit 255"],
      ["SIGSEGV", "kill -SEGV $$"],
      ["SIGABRT", "kill -ABRT $$"],
      ["SIGKILL", "kill -KILL $$"],
      ["SIGTERM to its group", "kill -TERM -$$"],
      ["SIG40, which has no name", "kill -40 $$"],
    ])("%s", async (ended, script) => {
      const { without, within } = await both(["sh", "-c", script]);
      expect(within).toEqual(without);
      expect(ended).toContain(within.signal ?? `exit ${within.exit}`);
    });

    test("with standard input, arguments and a folder of its own", async () => {
      const words = ["", "two words", "$HOME", "ünïcode", "line\nbreak", "--bind", "--"];
      const { without, within } = await both(["sh", "-c", 'cat; cat input; printf "%s|" "$@"', "sh", ...words], {
        stdin: "input",
      });
      expect(without.output.stdout).toContain("two\none\n");
      expect(within).toEqual(without);
    });

    test("with the same environment, what is Perl's and the locale included", async () => {
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv("PERL5OPT", "-MNo::Such::Module");
      vi.stubEnv("LC_ALL", "xx_XX.UTF-8");
      const laboratories = [new Laboratory(1), new Laboratory(1, { sandbox: Sandbox.open(cwd) })];
      const list = "env | grep -vE '^(CULPRIT_TRIAL|TMPDIR|PWD|OLDPWD|_)=' | sort";
      const [without, within] = await Promise.all(laboratories.map((each) => run(each, ["sh", "-c", list])));
      await Promise.all(laboratories.map((each) => each.close()));
      expect(within!.output).toEqual(without!.output);
      expect(within!.output.stdout).toContain("PERL5OPT=-MNo::Such::Module");
    });

    test("with no more open files and signals ignored", async () => {
      const { without, within } = await both([
        "sh",
        "-c",
        "grep -E 'Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd; ps -o pgid= -p $$ | grep -qw $$",
      ]);
      expect(within).toEqual(without);
    });

    test("when its program is not there: it has no outcome", async () => {
      await expect(run(shut, ["no-such-command"])).rejects.toThrow(
        "cannot start no-such-command: no such command in PATH; to run a file in this folder, put ./ before its name (in the sandbox)",
      );
      await expect(run(shut, ["./input"])).rejects.toMatchObject({ code: "EACCES" });
    });

    test("even if it closes and fills its folders", async () => {
      const script = 'chmod 0 "$TMPDIR" .; rm -rf "$TMPDIR" .. 2>/dev/null; kill -SEGV $$';
      expect((await sh(script)).signal).toBe("SIGSEGV");
      expect((await sh("pwd; ls")).output.stdout).toMatch(/work-\d\ninput\n$/);
    });
  });

  describe("can change nothing outside", () => {
    test.each([
      ["delete a file", 'rm -f "$1"'],
      ["change a file", 'echo > "$1"'],
      ["change its mode", 'chmod 777 "$1"'],
      ["put a file beside it", 'echo > "$1.new"'],
      ["move it into its own folder", 'mv "$1" .'],
      ["unmount what is in the way", 'umount "$(dirname "$1")" || umount -l /; echo > "$1"'],
      [
        "mount it anew",
        'mount -o remount,rw / && exit 0; mount -o remount,bind,rw "$(dirname "$1")" && exit 0; echo > "$1"',
      ],
      [
        "do so with the power of a namespace of its own",
        'unshare -Ur sh -c \'mount -o remount,bind,rw / ; echo > "$1"\' sh "$1"',
      ],
    ])("not %s", async (_, script) => {
      const { exit, output } = await sh(`${script} && exit 0; exit 9`, mine);
      expect(exit, output.stderr).toBe(9);
      expect(readdirSync(cwd)).toEqual(["mine"]);
      expect(readFileSync(mine, "utf8")).toBe("precious");
    });

    test("not write to the home folder", async () => {
      const name = `.culprit-sandbox-${process.pid}`;
      const { exit, output } = await sh(`echo > "$1/${name}" && exit 0; exit 9`, homedir());
      expect(exit).toBe(9);
      expect(output.stderr).toContain("Read-only file system");
      expect(readdirSync(homedir())).not.toContain(name);
    });

    test("not see or end processes outside", async () => {
      const { exit, output } = await sh('kill -0 "$1" && exit 0; ls /proc | grep -c "^[0-9]"', String(process.pid));
      expect(exit).toBe(0);
      expect(Number(output.stdout)).toBeLessThan(6);
    });

    test("not end processes outside, even if it wishes to end everything", async () => {
      // Only where the small number shows that it is alone.
      expect((await sh("[ $$ -lt 10 ] && kill -KILL -1; exit 4")).exit).toBe(4);
    });

    test("not see the folders of the other tests", async () => {
      const seen = await Promise.all([1, 2].map(() => sh("sleep 0.1; ls ..")));
      for (const { output } of seen) expect(output.stdout).toMatch(/^kept-(\d)\nreport-\1\ntmp-\1\nwork-\1\n$/);
    });
  });

  describe("reaches nobody outside", () => {
    const servers: Server[] = [];
    afterEach(() => void servers.splice(0).map((server) => server.close()));
    /** Listens and counts who comes. */
    const listen = async (where: { port: number; host: string } | { path: string }) => {
      const server = createServer((socket) => socket.end("hello\n"));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(where, resolve));
      return server.address();
    };
    const connect =
      'require("net").connect(JSON.parse(process.argv[1])).on("data", d => process.stdout.write(d)).on("error", e => { console.log(e.code); process.exit(9) })';
    const asks = (where: object) => both([process.execPath, "-e", connect, JSON.stringify(where)]);

    test("by TCP on this machine", async () => {
      const { port } = (await listen({ port: 0, host: "127.0.0.1" })) as { port: number };
      const { without, within } = await asks({ port, host: "127.0.0.1" });
      expect(without).toMatchObject({ exit: 0, output: { stdout: "hello\n" } });
      expect(within).toMatchObject({ exit: 9, output: { stdout: "ECONNREFUSED\n" } });
    });

    test("by a socket in /tmp", async () => {
      const folder = mkdtempSync("/tmp/culprit-socket-");
      const path = join(folder, "socket");
      await listen({ path });
      const { without, within } = await asks({ path });
      rmSync(folder, { recursive: true });
      expect(without).toMatchObject({ exit: 0, output: { stdout: "hello\n" } });
      expect(within).toMatchObject({ exit: 9, output: { stdout: "ENOENT\n" } });
    });

    test("but itself by TCP", async () => {
      const talk = `const s = require("net").createServer(c => { c.end("hello\\n"); s.close() }).listen(0, "127.0.0.1", () => { process.argv[1] = JSON.stringify(s.address()); ${connect} })`;
      expect((await run(shut, [process.execPath, "-e", talk])).output.stdout).toBe("hello\n");
    });
  });

  describe("can", () => {
    test.each([
      ["write to its folder", "echo x > new; mkdir d; mv input d; cat new d/input"],
      ["write to its temporary folder", 'f=$(mktemp); echo x > "$f"; case $f in "$TMPDIR"/*) cat "$f";; esac'],
      ["write to /tmp, for itself", "echo x > /tmp/x; cat /tmp/x"],
      ["write to shared memory", "echo x > /dev/shm/x; cat /dev/shm/x"],
      ["use the usual devices", "head -c 4 /dev/urandom > /dev/null; echo x > /dev/stdout"],
    ])("%s", async (_, script) => {
      const { exit, output } = await sh(script);
      expect([exit, output.stderr]).toEqual([0, ""]);
      expect(output.stdout).toMatch(/^x\n/);
    });

    test("read what is beside the files that its words name, and where the user stands", async () => {
      const tools = mkdtempSync("/tmp/culprit-tools-");
      writeFileSync(join(tools, "script"), '. "$(dirname "$0")/part"');
      writeFileSync(join(tools, "part"), `cat "${mine}"`);
      expect((await run(shut, ["sh", join(tools, "script")])).output.stdout).toBe("precious");
      rmSync(tools, { recursive: true });
    });
  });

  describe("leaves nothing running", () => {
    const marker = `4711.${process.pid}`;
    const sleepers = () =>
      readdirSync("/proc").filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(`sleep\0${marker}`);
        } catch {
          return false;
        }
      });
    const daemons = `setsid sleep ${marker} & env -i setsid sleep ${marker} > /dev/null 2>&1 & trap '' TERM; sleep 0.1;`;

    test("when it ends", async () => {
      expect((await sh(`${daemons} exit 3`)).exit).toBe(3);
      expect(sleepers()).toEqual([]);
    });

    test("when it runs out of time", async () => {
      const limits = { test: 3000 };
      const { execution } = await shut.execute(world(["sh", "-c", `${daemons} sleep ${marker}`]), limits, never);
      expect(execution).toMatchObject({ timedOut: true, exit: undefined, signal: "SIGKILL" });
      expect(sleepers()).toEqual([]);
    });

    test("when it is aborted", async () => {
      const stop = new AbortController();
      const limits = { test: undefined };
      const execution = shut.execute(world(["sh", "-c", `${daemons} sleep ${marker}`]), limits, stop.signal);
      await until(() => sleepers().length === 3);
      stop.abort(new Error("no longer wanted"));
      await expect(execution).rejects.toThrow("no longer wanted");
      expect(sleepers()).toEqual([]);
    });
  });
});

describe("a sandbox that says nothing of its test", () => {
  const command = { argv: ["test"], cwd: "/", environment: {}, stdin: undefined, timeLimit: undefined };
  const silent = { timedOut: false, milliseconds: 1, output: { stdout: "", stderr: "", dropped: 0 } };

  test("was never made: that is no outcome", () => {
    const output = { stdout: "", stderr: "bwrap: Creating new namespace failed: nothing left\n", dropped: 0 };
    expect(() => endingInside(command, { ...silent, exit: 1, signal: undefined, output }, blankReport)).toThrow(
      "Cannot make a sandbox for the test: bwrap: Creating new namespace failed: nothing left",
    );
  });

  test("was killed, and the test with it", () => {
    const killed = { ...silent, exit: undefined, signal: "SIGKILL" };
    expect(endingInside(command, killed, blankReport)).toEqual(killed);
    expect(endingInside(command, { ...silent, exit: 137, signal: undefined }, blankReport)).toEqual(killed);
  });
});
