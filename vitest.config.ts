import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// The name of a test file says its tier:
//   x.test.ts          unit: pure code. No child process, no network, no git; the loop people work in
//   x.process.test.ts  process: starts real compilers, debuggers, programs or git
//   x.system.test.ts   system: runs the whole command line, or whole programs end to end
const inTier = { process: ["test/**/*.process.test.ts"], system: ["test/**/*.system.test.ts"] };
const withProcesses = {
  globalSetup: ["test/tiers/shared-folder.ts"],
  // Far more than any test needs: a limit ends what hangs, and is no statement about speed.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // A test of the tiers with processes mostly waits for the processes it has started, and some of these sleep.
    maxWorkers: availableParallelism() + 1,
    // A worker that has parsed large files takes a while to end on a busy machine; by default this is called an error after 10 s.
    teardownTimeout: 120_000,
    reporters: ["default", "./test/tiers/reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...inTier.process, ...inTier.system],
          setupFiles: ["test/tiers/forbid-processes.ts"],
          // Pure code needs no process of its own for each file: starting them takes longer than most of the tests.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      { test: { name: "process", include: inTier.process, ...withProcesses } },
      { test: { name: "system", include: inTier.system, ...withProcesses } },
    ],
  },
});
