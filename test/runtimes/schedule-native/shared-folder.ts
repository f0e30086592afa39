import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for the runtime and compiled programs, shared by all test files of one run. */
    nativeFolder: string;
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "culprit-native-"));
  project.provide("nativeFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
