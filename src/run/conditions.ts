import type { EngineAddress } from "../engine/engine-address.ts";
import type { FailureMode } from "../trial/failure.ts";

/** How the tests of a run are made, whatever the application. Durations are in milliseconds. */
export interface Conditions {
  readonly jobs: number;
  readonly failure: FailureMode;
  readonly repeat: number | "auto";
  readonly timeout?: number | undefined;
  readonly maxTests?: number | undefined;
  readonly budget?: number | undefined;
  /** Use the outcomes of earlier runs of the same test. */
  readonly reuse?: boolean | undefined;
  /** Commands for the shell that run once for each slot: before its first test, and after its last. */
  readonly setup?: string | undefined;
  readonly teardown?: string | undefined;
  /** Run tests in a sandbox: they can write only to their own folders, and have no network. */
  readonly sandbox?: boolean | undefined;
  /** A person says of each test whether it fails. */
  readonly ask?: boolean | undefined;
  /** Where tests run; undefined: on this machine. */
  readonly engine?: EngineAddress | undefined;
}

/** What of the place where tests run may decide how they end; nothing on this machine without a sandbox. */
export function placeOf({ sandbox, engine }: Conditions): unknown[] {
  if (!engine) return sandbox ? ["sandbox"] : [];
  const { url, others, platform, passEnv, uploads } = engine;
  return [{ url, others, platform, passEnv, uploads }];
}
