import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what is compiled once and used by several test files of one run. */
    sharedFolder: string;
  }
}

/** Every project calls this, and all of them get the same folder. */
export default function setUp(project: TestProject): () => void {
  process.env.CULPRIT_TESTS_SHARED ??= mkdtempSync(join(tmpdir(), "culprit-tests-shared-"));
  const folder = process.env.CULPRIT_TESTS_SHARED;
  project.provide("sharedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
