import { join } from "node:path";
import type { Context } from "../context.ts";
import type { Instrument } from "../instrument.ts";

/** Variables that differ from those here. */
interface ChangedVariables {
  /** Tells these from others of the same run. */
  readonly name: string;
  /** The values to set; undefined: to unset. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** What the test does with them; without them, it does the opposite. */
  readonly outcome: "pass" | "fail";
}

/** Finds out which of these variables decides. */
export function environmentInstrument(
  { run, words }: Context,
  { name, variables, outcome }: ChangedVariables,
): Instrument {
  const folder = join(run.sharedFolder ?? run.record.folder, "environments", name.replaceAll(" ", "-"));
  const [here, changed] = [process.env, { ...process.env, ...variables }];
  const passing = { path: join(folder, "passing.env"), content: envText(outcome === "pass" ? changed : here) };
  const failing = { path: join(folder, "failing.env"), content: envText(outcome === "pass" ? here : changed) };
  return {
    command: "env",
    words: [passing.path, failing.path, "--", ...words],
    name,
    secretFiles: [passing, failing],
  };
}

/** As `env -0` prints it. */
function envText(environment: NodeJS.ProcessEnv): string {
  return Object.entries(environment)
    .map(([name, value]) => (value === undefined ? "" : `${name}=${value}\0`))
    .join("");
}
