import { readCount } from "../application/options.ts";
import { UserError } from "../core/user-error.ts";
import type { LoadCommand } from "../mcp/start-run.ts";
import type { Command } from "./command.ts";
import { version } from "./version.ts";

/** Maximum number of runs at the same time, if nothing else is said. */
const defaultMaxRuns = 4;

/** `loadCommand` finds the commands that an agent may start. */
export const mcpCommand = (loadCommand: LoadCommand): Command => ({
  name: "mcp",
  usage: "culprit mcp [--root DIR…] [--max-runs N]",
  about: "a server for coding agents, by the Model Context Protocol over standard input and output",
  options: [
    {
      name: "root",
      value: "DIR",
      about: "a folder to work in; may be repeated (default: this folder)",
      multiple: true,
    },
    { name: "max-runs", value: "N", about: `maximum number of runs at the same time (default: ${defaultMaxRuns})` },
    { name: "help", about: "show this" },
  ],
  example: [
    "An agent starts it, asks why a test fails, and gets the cause with the evidence. Files that it names have to be inside of the",
    "folders given; a test is a command of your own and may do what you may. A run goes on when the agent is gone.",
    "",
    "  claude mcp add culprit -- npx -y culprit mcp",
    "  culprit mcp --root ~/projects/shop --root ~/projects/api",
  ].join("\n"),
  run: async (words) => {
    if (words.positionals.length > 0)
      throw new UserError(`culprit mcp takes no ${words.positionals[0]}. Folders are given with --root DIR.`);
    const [first = process.cwd(), ...more] = words.values("root");
    const maxRuns = readCount(words, "max-runs") ?? defaultMaxRuns;
    const { serveMcp } = await loadServer();
    const onError = (message: string) => process.stderr.write(`culprit mcp: ${message}\n`);
    await serveMcp({ roots: [first, ...more], maxRuns, version, loadCommand, onError, program: process.argv[1]! });
    return 0;
  },
});

/** The package that speaks the protocol is optional. */
async function loadServer(): Promise<typeof import("../mcp/serve.ts")> {
  try {
    return await import("../mcp/serve.ts");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UserError(
      "culprit mcp needs a package that is not installed: npm install @modelcontextprotocol/server@2.4.0",
    );
  }
}
