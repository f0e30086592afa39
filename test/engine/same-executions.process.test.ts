import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RemoteEngine } from "../../src/engine/remote-engine.ts";
import { TreeReader } from "../../src/engine/tree/read-tree.ts";
import type { Experiment } from "../../src/trial/experiment.ts";
import { overlayOf } from "../../src/trial/isolation/overlays.ts";
import { Laboratory, type World } from "../../src/trial/laboratory.ts";
import type { Execution } from "../../src/trial/process/execution.ts";
import { StartError } from "../../src/trial/process/supervisor.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { anyEngine, noEngine } from "../tools/buildbox.ts";

const project = temporaryFolder("engine-project");
const never = new AbortController().signal;

let server: Awaited<ReturnType<typeof anyEngine>>;
let engine: RemoteEngine;
let remote: Laboratory;
let local: Laboratory;

beforeAll(async () => {
  if (noEngine !== undefined) return;
  server = await anyEngine();
  engine = await RemoteEngine.open(
    { address: address(server.url), reuse: false, jobs: 2, note: () => {}, reader: new TreeReader() },
    never,
  );
  remote = new Laboratory(2, { engine });
  local = new Laboratory(2);
});

afterAll(async () => {
  engine?.close();
  await Promise.all([remote?.close(), local?.close(), server?.kill()]);
});

function address(url: string) {
  return { url, platform: [], passEnv: [], uploads: [] };
}

function world(experiment: (folder: string, kept: string) => Partial<Experiment>, cleanUp?: World["cleanUp"]): World {
  return {
    content: "any",
    make: (folder, kept) => ({
      ...{ argv: ["true"], environment: {}, stdin: undefined, candidate: [] },
      ...experiment(folder, kept),
    }),
    ...(cleanUp ? { cleanUp } : {}),
  };
}

const script = (text: string) => world(() => ({ argv: ["sh", "-c", text] }));

/** All but the time that it took, and the folder, which is another one each time. */
function comparable({ milliseconds: _, output, ...rest }: Execution) {
  const blank = (text: string) => text.replace(/\/[^\s:]*\/(?:work|tmp|kept)-\d+/g, "FOLDER");
  return { ...rest, dropped: output.dropped, stdout: blank(output.stdout), stderr: blank(output.stderr) };
}

async function both(each: World, limit = 60_000) {
  const limits = { test: limit, build: 60_000 };
  const [here, there] = await Promise.all(
    [local, remote].map(async (laboratory) => (await laboratory.execute(each, limits, never)).execution),
  );
  return [comparable(there!), comparable(here!)] as const;
}

describe("a test ends on a worker as it does here", skippedBecause(noEngine), () => {
  test.each([
    ["passes", "exit 0"],
    ["fails", "echo out; echo err >&2; exit 3"],
    ["cannot be judged", "exit 125"],
    ["crashes", "kill -SEGV $$"],
    ["is killed", "kill -KILL $$"],
    ["prints a lot", "head -c 3000000 /dev/zero | tr '\\0' x; echo end; exit 1"],
    ["prints no text", "printf '\\377\\000\\376'; exit 1"],
    ["leaves a daemon behind", "setsid sleep 1000 & exit 2"],
    ["writes into its folders", 'echo a > file && echo b > "$TMPDIR/file" && cat file "$TMPDIR/file"'],
    ["names its folder", 'pwd; echo "$TMPDIR"; exit 1'],
    ["is a program that is missing from a script", "no-such-program-anywhere"],
    ["reads standard input", "cat; exit 1"],
  ])("that %s", async (_, text) => {
    const [there, here] = await both(script(text));
    expect(there).toEqual(here);
  });

  test("that takes too long", async () => {
    const [there, here] = await both(script("echo begun; sleep 1000"), 2000);
    expect(there).toEqual(here);
    expect(there).toMatchObject({ timedOut: true, stdout: "begun\n" });
  });

  test("that cannot be started", async () => {
    const failed = remote.execute(
      world(() => ({ argv: ["no-such-program"] })),
      { test: 60_000 },
      never,
    );
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow("on a worker of the engine, cannot start no-such-program");
  });

  test("with its files: modes, links, times, empty folders, and what is on standard input", async () => {
    const [there, here] = await both(
      world((folder) => {
        mkdirSync(join(folder, "empty"));
        writeFileSync(
          join(folder, "run"),
          "#!/bin/sh\nwc -c <in\ncat\nreadlink link away\nls -l | grep -v ^total | awk '{ print $1, $NF }'\n",
          {
            mode: 0o750,
          },
        );
        writeFileSync(join(folder, "in"), "äöü", { mode: 0o600 });
        symlinkSync("in", join(folder, "link"));
        symlinkSync("/nowhere/at/all", join(folder, "away"));
        return { argv: ["./run"], stdin: join(folder, "in") };
      }),
    );
    expect(there).toEqual(here);
    expect(there.stdout).toContain("äöü");
  });

  test("with a build, whose failure is not the test's", async () => {
    const building = (build: string) =>
      world(() => ({ build: ["sh", "-c", build], argv: ["sh", "-c", "cat built; exit 1"] }));
    const [there, here] = await both(building("echo text > built"));
    expect(there).toEqual(here);
    expect(there).toMatchObject({ exit: 1, stdout: "text\n" });
    const [broken] = await both(building("echo no >&2; exit 4"));
    expect(broken).toMatchObject({ unbuilt: true, exit: 4, stderr: "no\n" });
  });

  test("over the user's folder, with files that are changed, hidden and newer", async () => {
    mkdirSync(join(project, "sub"), { recursive: true });
    for (const name of ["a", "b", "sub/c"]) writeFileSync(join(project, name), `${name}\n`);
    utimesSync(join(project, "a"), 1000, 1000);
    utimesSync(join(project, "b"), 2000, 2000);
    const [there, here] = await both(
      world((folder) => {
        const overlay = overlayOf(project, join(folder, "layer"));
        writeFileSync(join(overlay.upper, "a"), "changed\n");
        const text = "cat a; ls; [ b -ot a ] && echo newer; echo x > new; cat new; pwd; exit 1";
        return { argv: ["sh", "-c", text], cwd: project, overlays: [{ ...overlay, hidden: ["sub/c"] }] };
      }),
    );
    expect(there).toEqual(here);
    expect(there.stdout).toBe(`changed\na\nb\nnewer\nx\n${project}\n`);
  });

  test("with links by absolute paths into what is sent, and a note of those that lead elsewhere", async () => {
    const [own, other, third] = ["own", "other", "third"].map((name) => temporaryFolder(`engine-link-${name}`));
    mkdirSync(join(own!, "packages/a"), { recursive: true });
    for (const file of [join(own!, "packages/a/text"), join(other!, "text"), join(third!, "text")]) {
      writeFileSync(file, `${file}\n`);
    }
    mkdirSync(join(own!, "modules"));
    symlinkSync(join(own!, "packages/a"), join(own!, "modules/a"));
    symlinkSync(other!, join(own!, "sent"));
    symlinkSync(third!, join(own!, "unsent"));
    symlinkSync("/usr/bin/env", join(own!, "env"));
    const notes: string[] = [];
    const linked = await RemoteEngine.open(
      {
        ...{ reuse: false, jobs: 2, reader: new TreeReader() },
        address: { ...address(server.url), uploads: [other!] },
        note: (sentence) => notes.push(sentence),
      },
      never,
    );
    const laboratory = new Laboratory(2, { engine: linked });
    const reading = world(() => ({
      argv: ["sh", "-c", "./env cat modules/a/text sent/text; readlink unsent; exit 9"],
      cwd: own!,
    }));
    const { execution } = await laboratory.execute(reading, { test: 60_000 }, never);
    linked.close();
    await laboratory.close();
    expect(execution).toMatchObject({
      exit: 9,
      // Whether it leads to something there is up to the worker.
      output: { stdout: `${own}/packages/a/text\n${other}/text\n${third}\n` },
    });
    expect(notes).toContain(
      `${own}/unsent leads to ${third}, which is not sent to the engine. If tests need it: --upload ${third}`,
    );
  });

  test("and what it writes for us comes back, with the paths of this machine", async () => {
    const seen: string[] = [];
    const paths: string[] = [];
    const writing = world(
      (folder) => {
        paths.push(folder);
        writeFileSync(join(folder, "plan"), `where=${folder}/report\n`);
        const text = '. ./plan; echo "$where" > "$where"';
        const files = { reads: [], writes: [join(folder, "report")], mentions: [join(folder, "plan")] };
        return { argv: ["sh", "-c", text], files };
      },
      ({ folder }) => seen.push(readFileSync(join(folder, "report"), "utf8")),
    );
    const { execution } = await remote.execute(writing, { test: 60_000 }, never);
    expect(execution.exit).toBe(0);
    expect(seen).toEqual([`${paths[0]}/report\n`]);
  });

  test("with no variables of ours but those that are passed", async () => {
    process.env.SECRET_OF_OURS = "very secret";
    process.env.LANG = "C.UTF-8";
    const { execution } = await remote.execute(script("env | sort"), { test: 60_000 }, never);
    expect(execution.output.stdout).toContain("LANG=C.UTF-8");
    expect(execution.output.stdout).not.toContain("very secret");
  });

  test("and is gone when it is aborted", async () => {
    const stop = new AbortController();
    const running = remote.execute(script("sleep 1000"), { test: 600_000 }, stop.signal);
    setTimeout(() => stop.abort(new Error("no longer needed")), 300);
    await expect(running).rejects.toThrow("no longer needed");
  });
});
