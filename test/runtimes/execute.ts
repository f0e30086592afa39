import { execFile } from "node:child_process";

/** What a program came to; `log` is empty if it was not controlled. */
export interface Ran {
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
  readonly log: string;
}

interface Where {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeout: number;
}

/** Runs a program of Node as if no test runner were around it. */
export function execute([command, ...args]: readonly string[], { cwd, environment, timeout }: Where): Promise<Ran> {
  const { NODE_OPTIONS, VITEST, VITEST_WORKER_ID, NODE_ENV, ...env } = process.env;
  const options = { cwd, env: { ...env, ...environment }, timeout };
  return new Promise((resolve) => {
    const child = execFile(command === "node" ? process.execPath : command!, args, options, (_, output, errors) => {
      resolve({ code: child.exitCode ?? child.signalCode ?? "", output, errors, log: "" });
    });
    child.stdin?.end();
  });
}
