import { resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { real } from "../replacements/real-functions.ts";

/** Programs that start another process for the work, which is scheduled instead of them. */
const launchers = [
  /\/(npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(-cli)?(\.[cm]?js)?$/,
  /\/node_modules\/(vitest\/vitest\.mjs|\.bin\/vitest)$/,
  /\/node_modules\/(tsx|c8|nyc|ava|cross-env|dotenv-cli|concurrently|npm-run-all2?|nodemon)\//,
  /\/node_modules\/\.bin\/(tsx|c8|nyc|ava|cross-env|dotenv|concurrently|npm-run-all|run-[sp]|nodemon)$/,
];

/**
 * Whether this process is the one to schedule: the first that is not a launcher; or, with `CULPRIT_PROCESS`, the first process or
 * worker thread whose main file's path contains that text. Another process that runs beside it logs that it is uncontrolled; for
 * those that the scheduled process starts itself, that is logged already.
 */
export function isScheduled(logPath: string): boolean {
  if ((!isMainThread && !process.env.CULPRIT_PROCESS) || process.env.CULPRIT_INSIDE !== undefined || isLauncher())
    return false;
  if (claim(`${logPath}.owner`)) {
    process.env.CULPRIT_INSIDE = "1";
    return true;
  }
  if (claim(`${logPath}.other`)) {
    const fd = real.openSync(logPath, "a");
    real.writeSync(fd, "unc other process\n");
    real.closeSync(fd);
  }
  return false;
}

function isLauncher(): boolean {
  const main = process.argv[1] === undefined ? "" : resolve(process.argv[1]);
  const wanted = process.env.CULPRIT_PROCESS;
  if (wanted) return !main.includes(wanted);
  const options = process.execArgv;
  if (options.some((each) => each === "--watch" || each.startsWith("--watch-path"))) return true;
  if (options.includes("--test") && process.env.NODE_TEST_CONTEXT === undefined) return true;
  return launchers.some((each) => each.test(main));
}

function claim(path: string): boolean {
  try {
    real.closeSync(real.openSync(path, "wx"));
    return true;
  } catch {
    return false;
  }
}
