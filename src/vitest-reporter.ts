/** A reporter for Vitest: `--reporter=culprit/vitest-reporter`. */
export { default } from "./suites/vitest/why-reporter.ts";
