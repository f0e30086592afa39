import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/runtimes/schedule-native/shared-folder.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Files that run real processes share two cores with the processes they start.
    maxWorkers: 2,
  },
});
