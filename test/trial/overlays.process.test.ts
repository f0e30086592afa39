import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Laboratory, type World } from "../../src/trial/laboratory.ts";
import { type Overlay, overlayOf } from "../../src/trial/overlays.ts";
import { StartError } from "../../src/trial/supervisor.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOverlaysHere } from "./overlays-here.ts";

const never = new AbortController().signal;

describe("a test that sees a folder through an overlay", skippedBecause(noOverlaysHere), () => {
  let laboratory: Laboratory;
  let home: string;

  beforeEach(() => {
    laboratory = new Laboratory(1);
    home = temporaryFolder("home, with: odd\\characters");
    mkdirSync(join(home, "folder/below"), { recursive: true });
    for (const name of ["a", "b", "folder/c", "folder/below/d"]) writeFileSync(join(home, name), name);
  });

  afterEach(() => laboratory.close());

  /** Runs a script in the folder; `upper` holds what is laid over it. */
  async function run(script: string, change: Partial<Overlay> = {}, build?: string) {
    const world: World = {
      content: script,
      make: (folder) => {
        const overlay = { ...overlayOf(home, folder), ...change };
        writeFileSync(join(overlay.upper, "a"), "another a");
        const argv = script.startsWith("./") ? [script] : ["sh", "-c", script];
        return {
          ...{ argv, cwd: home, overlays: [overlay], environment: {}, stdin: undefined, candidate: [] },
          build: build === undefined ? undefined : ["sh", "-c", build],
        };
      },
    };
    return (await laboratory.execute(world, { test: undefined }, never)).execution;
  }

  test("finds it at its own path, with the changes that are laid over it", async () => {
    const { output, exit } = await run("pwd; cat a b folder/c");
    expect([output.stdout, exit]).toEqual([`${home}\nanother abfolder/c`, 0]);
  });

  test("writes, renames and removes there, and the folder itself stays as it is", async () => {
    const { output } = await run("rm -rf folder/below; mv folder moved; echo x > b; ls; ls moved; cat b");
    expect(output.stdout.split("\n")).toEqual(["a", "b", "moved", "c", "x", ""]);
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

  test("does not see what is hidden, nor the folders that are empty without it", async () => {
    const { output } = await run("ls; ls folder", { hidden: ["b", "folder/below/d", "missing"] });
    expect(output.stdout.split("\n")).toEqual(["a", "folder", "c", ""]);
    expect(existsSync(join(home, "folder/below/d"))).toBe(true);
  });

  test("sees nothing of a folder that is emptied, and can put something there", async () => {
    const { output } = await run("ls folder; echo 1 > folder/new; ls folder", { emptied: ["folder"] });
    expect(output.stdout).toBe("new\n");
    expect(existsSync(join(home, "folder/new"))).toBe(false);
  });

  test("finds what its build made in the place of a hidden file", async () => {
    const { output } = await run("cat b", { hidden: ["b"] }, "[ ! -e b ] && echo built > b");
    expect(output.stdout).toBe("built\n");
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
    expect(output.stdout).toBe(`${process.getuid!()}\n${process.getgid!()}\n`);
  });
});
