import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { describeIdentity, type Identity, identify, sameIdentity } from "../../../src/trial/identity/identify.ts";
import type { Output } from "../../../src/trial/process/execution.ts";

const programs = join(import.meta.dirname, "../../worlds/programs/crashes");

/** The path of a program that crashes when told to. */
export const program = (...names: string[]): string => join(programs, ...names);

/** A directory for what a test file compiles and writes, removed when it is done. */
export function scratch(): (...names: string[]) => string {
  let directory = "";
  beforeAll(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "culprit-identity-")));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return (...names) => join(directory, ...names);
}

interface Where {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** Runs a program that is to fail, and returns what it said. A program that is not there fails the test. */
export function crash(words: readonly string[], where: Where = {}): Output {
  const { status, stdout, stderr } = start(words, where);
  expect(status, `${words.join(" ")} was to fail but did not`).not.toBe(0);
  return { stdout, stderr, dropped: 0 };
}

/** Runs a compiler that is to succeed. */
export function compile(...words: readonly string[]): void {
  const { status, stderr } = start(words, {});
  expect(status, `${words.join(" ")}\n${stderr}`).toBe(0);
}

function start(words: readonly string[], { env, cwd }: Where) {
  const [file = "", ...rest] = words;
  const ran = spawnSync(file, rest, { encoding: "utf8", cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 });
  if (ran.error) throw ran.error;
  return ran;
}

/** A copy of a script in which everything stands further down. */
export function movedDown(script: string, directory: string): string {
  const copy = join(directory, `moved-${basename(script)}`);
  writeFileSync(copy, "\n".repeat(17) + readFileSync(script, "utf8"));
  return copy;
}

export const onStderr = (stderr: string): Output => ({ stdout: "", stderr, dropped: 0 });

/** The identity of a failure that must be recognised. */
export function identified(output: Output | string, candidate: readonly string[] = []): Identity {
  const shown = typeof output === "string" ? onStderr(output) : output;
  const identity = identify(shown, candidate);
  if (identity === undefined) throw new Error(`not recognised:\n${shown.stderr}${shown.stdout}`);
  return identity;
}

export function expectSame(a: Identity, b: Identity): void {
  expect(sameIdentity(a, b), `to be the same:\n${describeIdentity(a)}\n${describeIdentity(b)}`).toBe(true);
}

export function expectDifferent(a: Identity, b: Identity): void {
  expect(sameIdentity(a, b), `to be different:\n${describeIdentity(a)}\n${describeIdentity(b)}`).toBe(false);
}
