import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planText } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Words } from "../../application/words.ts";
import { prepareRuntime } from "../../causes/schedule/control/runtimes.ts";
import { gdbScript } from "../../causes/schedule/debug/gdb-script.ts";
import type { ScheduleRequest } from "../../causes/schedule/request.ts";
import { readVerifyRequest } from "../../causes/schedule/verify/read-request.ts";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { debugUsage } from "./help.ts";

/** Starts a debugger on the program, under a failing schedule. */
export async function debug(words: Words): Promise<number> {
  if (words.positionals.length < 2) throw new UserError(`Which schedule? ${debugUsage}`);
  const request = readVerifyRequest(words, process.cwd());
  if (request.kind === "workers")
    throw new UserError("debug is for native threads and for events of Node, not for threads of Node.");
  const folder = mkdtempSync(join(tmpdir(), "culprit-debug-"));
  try {
    const runtime = await prepareRuntime(request);
    const [plan, log] = [join(folder, "plan"), join(folder, "log")];
    writeFileSync(plan, textOf(request));
    const environment = runtime.environment(plan, log);
    return request.kind === "native"
      ? await runGdb(request, environment, join(folder, "commands"))
      : await runInspector(request, environment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf({ verify, limit }: ScheduleRequest): string {
  const { schedule: failing, decisive = [] } = verify!;
  const last = failing.at(-1)?.lane;
  const stops = decisive.length > 0 || last === undefined ? decisive : [last];
  return planText({ schedule: failing, policy: { name: "default" }, limit, stops });
}

type Environment = Readonly<Record<string, string | undefined>>;

async function runGdb({ test, cwd }: ScheduleRequest, environment: Environment, script: string): Promise<number> {
  if (spawnSync("gdb", ["--version"]).error) throw new UserError("gdb is not installed: apt-get install gdb");
  writeFileSync(script, gdbScript(environment));
  return start(["gdb", "-q", "-x", script, "--args", ...test], cwd, process.env);
}

function runInspector({ test, cwd }: ScheduleRequest, environment: Environment): Promise<number> {
  const options = `${environment.NODE_OPTIONS ?? ""} --inspect-brk=127.0.0.1:9229`.trim();
  return start(test, cwd, { ...process.env, ...environment, NODE_OPTIONS: options });
}

function start([program, ...words]: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program!, words, { cwd, env, stdio: "inherit" });
  // Ctrl-C is for the debugger.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  return new Promise<number>((done, fail) => {
    child.on("error", (error) => fail(new UserError(`Cannot run ${program}: ${reasonOf(error)}.`)));
    child.on("close", (status) => done(status ?? 1));
  }).finally(() => process.off("SIGINT", ignore));
}
