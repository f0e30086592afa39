import { maskSecrets, starSecrets } from "../../core/mask-secrets.ts";
import type { RunRecord } from "./record.ts";
import { secretsInRecord } from "./secrets-in-record.ts";

/** The same data of a run without secrets: those of the environment, and those that the run met. */
export function maskForRun<T>(record: RunRecord, data: T): T {
  return maskSecrets(data, process.env, secretsInRecord(record));
}

/** The lines of a run's journal or steps without secrets. */
export function maskLines(record: RunRecord, lines: string): string {
  const secrets = secretsInRecord(record);
  const mask = <T>(data: T): T => maskSecrets(data, process.env, secrets);
  // Most have none, and then nothing has to be parsed.
  if (mask(lines) === lines) return lines;
  const maskLine = (line: string) => {
    const masked = mask(line);
    if (masked === line) return line;
    const event = parse(line);
    if (event === undefined) return masked;
    const { text, ...rest } = event;
    // Texts are patches of each other, which count characters.
    return JSON.stringify({
      ...mask(rest),
      ...("text" in event ? { text: starSecrets(text, process.env, secrets) } : {}),
    });
  };
  return lines.split("\n").map(maskLine).join("\n");
}

function parse(line: string): { readonly text?: unknown } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
