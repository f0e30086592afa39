import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // One process for all files.
    isolate: false,
    fileParallelism: false,
    cache: false,
  },
});
