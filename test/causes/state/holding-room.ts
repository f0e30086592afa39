import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect } from "vitest";
import type { Plan } from "../../../runtimes/protocol/state.ts";
import type { Holder, HoldOptions } from "../../../runtimes/shared/holder.ts";
import { processesOf } from "./held-processes.ts";

export interface Room {
  readonly language: "gdb" | "python";
  readonly hold: (plan: Plan, options: HoldOptions) => Promise<Holder | undefined>;
  readonly folder: string;
  /** Where the programs are. */
  readonly cwd: string;
  readonly timeLimit: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** What holders put into the folder. */
  readonly theirs?: RegExp;
}

/** What a program says when it begins: with which process. */
export const begun = /^begun (\d+)\n/m;

/** Where programs are held, and driven from there or from their beginning. After each test nothing of them is left. */
export function holdingRoom({ language, hold, folder, cwd, timeLimit, environment = {}, theirs = /^held-/ }: Room) {
  const built = new URL(`../../../dist/runtimes/state-${language}/`, import.meta.url);
  const driver = fileURLToPath(new URL("driver.js", built));
  const holders: Holder[] = [];
  afterEach(async () => {
    await Promise.all(holders.splice(0).map((holder) => holder.close()));
    expect(await processesOf(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => theirs.test(name))).toEqual([]);
  });

  let count = 0;
  const written = (plan: Plan) => {
    const path = join(folder, `plan-${count++}`);
    writeFileSync(path, JSON.stringify(plan));
    return path;
  };

  return {
    driver,
    written,

    async held(plan: Plan, more: Partial<HoldOptions> = {}): Promise<Holder | undefined> {
      const holder = await hold(plan, { folder, cwd, timeLimit, ...more });
      if (holder) holders.push(holder);
      return holder;
    },

    drive(plan: Plan) {
      const { status, signal, stdout, stderr } = spawnSync(process.execPath, [driver, written(plan)], {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...environment },
      });
      return { exit: status ?? signal, stdout: stdout.replace(begun, ""), stderr, begun: begun.exec(stdout)?.[1] };
    },

    /** A test that goes on from a program that another process holds; both have begun. */
    async heldElsewhere(plan: Plan) {
      const script = `import { hold } from ${JSON.stringify(new URL("holder.js", built).href)};
        const holder = await hold(${JSON.stringify(plan)}, ${JSON.stringify({ folder, cwd, timeLimit })});
        console.log(holder.path);
        setInterval(() => {}, 1000);`;
      const words = ["--input-type=module", "-e", script];
      const keeper = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
      const [line] = await once(keeper.stdout.setEncoding("utf8"), "data");
      const path: string = line.trim();
      const test = spawn(process.execPath, [driver, written({ ...plan, holder: path })], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
      });
      await once(test.stdout, "data");
      return { keeper, path, test };
    },
  };
}
