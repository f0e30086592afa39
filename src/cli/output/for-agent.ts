import type { Words } from "../../application/words.ts";

/** Variables that coding agents set for the commands that they run. `AI_AGENT` is the common one. */
const agentVariables = [
  ...["AI_AGENT", "CLAUDECODE", "CLAUDE_CODE", "CURSOR_AGENT", "GEMINI_CLI", "CODEX_SANDBOX", "CODEX_THREAD_ID"],
  ...["OPENCODE", "AUGMENT_AGENT", "COPILOT_AGENT", "COPILOT_CLI", "GOOSE_PROVIDER", "JUNIE_DATA", "JUNIE_SHIM_PATH"],
];

/** Whether a coding agent reads what is printed: it says so, or its variables do and nobody watches a terminal. */
export function isForAgent(words: Pick<Words, "has">): boolean {
  if (words.has("agent")) return true;
  return process.stdout.isTTY !== true && agentVariables.some((name) => process.env[name]);
}

/** Whether nobody wants to see progress. */
export function isQuiet(words: Pick<Words, "has">): boolean {
  return words.has("quiet") || isForAgent(words);
}
