import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import type { Instrument } from "../instrument.ts";

/** Which of these variables decides. Both environments are in files that only the user can read, and gone when the run ends. */
export function environmentInstrument(
  { run, words }: Context,
  changes: Readonly<Record<string, string | undefined>>,
): Instrument {
  const folder = join(run.sharedFolder ?? run.record.folder, "environments");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, environment: NodeJS.ProcessEnv) => {
    const lines = Object.entries(environment).flatMap(([key, value]) =>
      value === undefined ? [] : `${key}=${value}\0`,
    );
    const path = join(folder, name);
    writeFileSync(path, lines.join(""), { mode: 0o600 });
    return path;
  };
  const [passing, failing] = [write("passing.env", { ...process.env, ...changes }), write("failing.env", process.env)];
  return { command: "env", words: [passing, failing, "--", ...words] };
}
