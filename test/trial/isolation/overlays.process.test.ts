import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestCommand } from "../../../src/trial/command/test-command.ts";
import { type Overlay, overlayOf, runInOverlays } from "../../../src/trial/isolation/overlays.ts";
import { Laboratory } from "../../../src/trial/laboratory.ts";
import type { Execution } from "../../../src/trial/process/execution.ts";
import { StartError } from "../../../src/trial/process/supervisor.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { ordinaryUser } from "../../worlds/bad-day.ts";
import { noOverlaysHere } from "./overlays-here.ts";

/** How a script sees the folder. */
interface View extends Partial<Overlay> {
  readonly cwd?: string;
  /** Puts things into the upper layer. */
  readonly prepare?: (upper: string) => void;
  readonly beforeStart?: (layer: string) => void;
}

/** Runs a script in a folder with an overlay over it; with a user's number, as that user, to whom everything belongs. */
async function runOver(home: string, script: string, view: View, uid: number | undefined): Promise<Execution> {
  const { cwd = home, prepare, beforeStart, ...change } = view;
  const layer = temporaryFolder("layer");
  const overlay = { ...overlayOf(home, layer), ...change };
  writeFileSync(join(overlay.upper, "a"), "another a");
  prepare?.(overlay.upper);
  const files = { plan: join(layer, "plan"), report: join(layer, "report") };
  const argv = script.startsWith("./") ? [script] : ["sh", "-c", script];
  const execute = (each: TestCommand) => {
    giveTo(uid, layer);
    beforeStart?.(layer);
    return start(each, uid);
  };
  return runInOverlays(
    { argv, cwd, environment: {}, stdin: undefined, timeLimit: undefined },
    [overlay],
    files,
    execute,
  );
}

async function start({ argv, cwd, environment }: TestCommand, uid: number | undefined): Promise<Execution> {
  const child = spawn(argv[0]!, argv.slice(1), {
    ...{ cwd, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [stdout, stderr, [exit, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, "close"),
  ]);
  const output = { stdout, stderr, dropped: 0 };
  return { exit: exit ?? undefined, signal: signal ?? undefined, timedOut: false, milliseconds: 0, output };
}

function giveTo(uid: number | undefined, folder: string): void {
  if (uid === undefined) return;
  chownSync(folder, uid, uid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, uid);
}

/** Why root cannot mount overlays as somebody else here; undefined if it can. */
async function obstacleFor({ uid, reason }: ReturnType<typeof ordinaryUser>): Promise<string | undefined> {
  if (noOverlaysHere !== undefined || reason !== undefined) return noOverlaysHere ?? reason;
  if (uid === undefined) return "the tests are run by an ordinary user anyway";
  const home = temporaryFolder("home");
  giveTo(uid, home);
  return runOver(home, "true", {}, uid).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const ordinary = ordinaryUser();

describe.each([
  ["the user who runs it", undefined, noOverlaysHere],
  ["an ordinary user, where that is root", ordinary.uid, await obstacleFor(ordinary)],
])("as %s, a test that sees a folder through an overlay", (_, uid, obstacle) => {
  describe("of its own", skippedBecause(obstacle), () => {
    let home: string;

    beforeEach(() => {
      home = temporaryFolder("home, with: odd\\characters");
      mkdirSync(join(home, "folder/below"), { recursive: true });
      for (const name of ["a", "b", "folder/c", "folder/below/d"]) writeFileSync(join(home, name), name);
      giveTo(uid, home);
    });

    const run = (script: string, view: View = {}) => runOver(home, script, view, uid);

    test("finds it at its own path, with the changes that are laid over it", async () => {
      const { output, exit } = await run("pwd; cat a b folder/c");
      expect([output.stdout, exit]).toEqual([`${home}\nanother abfolder/c`, 0]);
    });

    test("writes and removes there, and the folder itself stays as it is", async () => {
      const { output } = await run("rm -rf folder/below; echo x > b; ls; ls folder; cat b");
      expect(output.stdout.split("\n")).toEqual(["a", "b", "folder", "c", "x", ""]);
      expect(readdirSync(home, { recursive: true }).sort()).toEqual([
        "a",
        "b",
        "folder",
        "folder/below",
        "folder/below/d",
        "folder/c",
      ]);
      expect(readFileSync(join(home, "b"), "utf8")).toBe("b");
    });

    test("renames a folder there", async () => {
      const { output } = await run("mv folder moved; ls; ls moved");
      expect(output.stdout.split("\n")).toEqual(["a", "b", "moved", "below", "c", ""]);
      expect(existsSync(join(home, "folder/c"))).toBe(true);
    });

    test("does not see what is hidden, nor the folders that are empty without it", async () => {
      const { output } = await run("ls; ls folder", { hidden: ["b", "folder/below/d", "missing", "a/missing"] });
      expect(output.stdout.split("\n")).toEqual(["a", "folder", "c", ""]);
      expect(existsSync(join(home, "folder/below/d"))).toBe(true);
    });

    test("does not see a folder that is hidden, with all that is in it", async () => {
      const { output } = await run("ls", { hidden: ["folder"] });
      expect(output.stdout).toBe("a\nb\n");
      expect(existsSync(join(home, "folder/below/d"))).toBe(true);
    });

    const noOther = uid === undefined ? "the test needs a folder of another user" : undefined;
    test("does not start where something cannot be hidden", skippedBecause(noOther), async () => {
      chownSync(join(home, "folder"), 0, 0);
      await expect(run("true", { hidden: ["folder/c"] })).rejects.toThrow(/by an overlay: hide failed \(E\w+\)/);
    });

    test("does not see a hidden folder, whoever owns it", skippedBecause(noOther), async () => {
      for (const name of ["folder", "folder/below"]) chownSync(join(home, name), 0, 0);
      const { output } = await run("ls", { hidden: ["folder"] });
      expect(output.stdout).toBe("a\nb\n");
    });

    test("sees what is laid over a hidden folder, and nothing else there", async () => {
      const prepare = (upper: string) => {
        mkdirSync(join(upper, "folder"));
        writeFileSync(join(upper, "folder/new"), "");
      };
      const { output } = await run("ls folder", { prepare, hidden: ["folder"] });
      expect(output.stdout).toBe("new\n");
      expect(readdirSync(join(home, "folder")).sort()).toEqual(["below", "c"]);
    });

    test("does not start where the plan cannot be read", async () => {
      const view = { beforeStart: (layer: string) => rmSync(join(layer, "plan")) };
      await expect(run("true", view)).rejects.toThrow(/by an overlay: plan failed \(ENOENT\)/);
    });

    test("sees nothing of a folder that is emptied, and can put something there", async () => {
      const { output } = await run("ls folder; echo 1 > folder/new; ls folder", { emptied: ["folder"] });
      expect(output.stdout).toBe("new\n");
      expect(existsSync(join(home, "folder/new"))).toBe(false);
    });

    test("starts in a folder that the user's folder lacks", async () => {
      const { output } = await run("pwd", { cwd: join(home, "new/below") });
      expect(output.stdout).toBe(`${home}/new/below\n`);
      expect(existsSync(join(home, "new"))).toBe(false);
    });

    test("ends as it ends by itself: with its exit status, or by a signal", async () => {
      expect(await run("exit 3")).toMatchObject({ exit: 3, signal: undefined });
      expect(await run("kill -SEGV $$")).toMatchObject({ exit: undefined, signal: "SIGSEGV" });
    });

    test("that cannot be started is told apart from one that fails", async () => {
      await expect(run("./nothing-there")).rejects.toThrow(StartError);
    });

    test("runs as the user who runs it", async () => {
      const { output } = await run("id -u; id -g");
      expect(output.stdout).toBe(`${uid ?? process.getuid!()}\n${uid ?? process.getgid!()}\n`);
    });

    /** The layer has a link in the place of the user's folder: nothing behind it is of the layer. */
    describe.each([
      ["an absolute link", (outside: string) => outside],
      ["a relative link", (outside: string) => join("..", outside.split("/").at(-1)!)],
    ])("with %s out of it", (_, leading) => {
      let outside: string;
      let view: View;

      beforeEach(() => {
        outside = temporaryFolder("outside");
        mkdirSync(join(outside, "below"));
        for (const name of ["c", "below/d"]) writeFileSync(join(outside, name), "precious");
        giveTo(uid, outside);
        view = { prepare: (upper) => symlinkSync(leading(outside), join(upper, "folder")) };
      });

      afterEach(() => {
        expect(readdirSync(outside, { recursive: true }).sort()).toEqual(["below", "below/d", "c"]);
      });

      test("sees what is behind the link, whatever is hidden or emptied", async () => {
        const names = {
          hidden: ["folder/c", "folder/below", "folder/below/d"],
          emptied: ["folder/below", "folder/new"],
        };
        const { output } = await run("ls folder folder/below", { ...view, ...names });
        expect(output.stdout.split("\n")).toEqual(["folder:", "below", "c", "", "folder/below:", "d", ""]);
      });

      test("sees what is behind the link, even if that itself is to be emptied", async () => {
        const { output } = await run("ls folder", { ...view, emptied: ["folder"] });
        expect(output.stdout).toBe("below\nc\n");
      });

      test("does not start in a folder that is missing behind the link", async () => {
        await expect(run("true", { ...view, cwd: join(home, "folder/missing") })).rejects.toThrow(StartError);
      });

      test("does not see a link of the user's that is hidden, and what it leads to stays", async () => {
        rmSync(join(home, "folder"), { recursive: true });
        symlinkSync(leading(outside), join(home, "folder"));
        const { output } = await run("ls", { hidden: ["folder/c", "folder"] });
        expect(output.stdout).toBe("a\nb\n");
      });
    });
  });
});

test("a disk that is full while the tree is made is an error of the system, after which the run can go on", async () => {
  const layer = temporaryFolder("layer");
  const files = { plan: join(layer, "plan"), report: join(layer, "report") };
  const command = { argv: ["true"], cwd: "/", environment: {}, stdin: undefined, timeLimit: undefined };
  const output = { stdout: "", stderr: "", dropped: 0 };
  const execute = async () => {
    writeFileSync(files.report, `hide ${constants.errno.ENOSPC} \n`);
    return { exit: 127, signal: undefined, timedOut: false, milliseconds: 0, output };
  };
  const running = runInOverlays(command, [overlayOf(layer, layer)], files, execute);
  await expect(running).rejects.toMatchObject({ code: "ENOSPC", syscall: "write", path: join(layer, "upper") });
});

test("a test finds what its build made in the place of a hidden file", skippedBecause(noOverlaysHere), async () => {
  const home = temporaryFolder("home");
  writeFileSync(join(home, "b"), "b");
  const laboratory = new Laboratory(1);
  try {
    const make = (folder: string) => ({
      ...{ argv: ["cat", "b"], build: ["sh", "-c", "[ ! -e b ] && echo built > b"], cwd: home },
      ...{
        overlays: [{ ...overlayOf(home, folder), hidden: ["b"] }],
        environment: {},
        stdin: undefined,
        candidate: [],
      },
    });
    const world = { content: "", make };
    const { execution } = await laboratory.execute(world, { test: undefined }, new AbortController().signal);
    expect(execution.output.stdout).toBe("built\n");
  } finally {
    await laboratory.close();
  }
});
