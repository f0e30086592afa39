import { fileURLToPath } from "node:url";

type Environment = Readonly<Record<string, string | undefined>>;

/** The preload as CommonJS, which Node loads faster than modules: it is loaded in every run. */
const compiledPreload = fileURLToPath(new URL("../../cjs/runtimes/lines-node/preload.js", import.meta.url));

/** The variables that make the Node programs of a command carry out a plan, however the command starts them. */
export function nodeLinesEnvironment(
  planFile: string,
  { NODE_OPTIONS: before }: Environment,
  preload = compiledPreload,
): Record<string, string> {
  const option = `--require=${/[\s"\\]/.test(preload) ? JSON.stringify(preload) : preload}`;
  return { NODE_OPTIONS: before ? `${before} ${option}` : option, CULPRIT_LINES: planFile };
}
