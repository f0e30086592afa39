import { realpathSync } from "node:fs";

type NodeProcess = Pick<NodeJS.Process, "argv" | "execArgv" | "env">;

/**
 * Whether a process is that of a test runner which starts others for the tests. It runs some of the user's code too, such as its
 * configuration, but none that belongs to a test.
 */
export function isRunnerParent({ argv, execArgv, env }: NodeProcess): boolean {
  const isNodeTest = execArgv.includes("--test") && env.NODE_TEST_CONTEXT === undefined;
  return (isNodeTest && !execArgv.some((word) => testsInSameProcess.test(word))) || isVitest(argv[1]);
}

const testsInSameProcess = /^--(?:experimental-)?test-isolation=none$/;

function isVitest(main: string | undefined): boolean {
  try {
    return main !== undefined && /[\\/]vitest[\\/]vitest\.mjs$/.test(realpathSync(main));
  } catch {
    return false;
  }
}
