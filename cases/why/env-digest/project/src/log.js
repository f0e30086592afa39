const levels = ["error", "warn", "info", "debug"];

/** Writes to standard error what is important enough (LOG_LEVEL). */
export function log(level, message, fields = {}) {
  const chosen = process.env.LOG_LEVEL ?? "warn";
  if (levels.indexOf(level) > levels.indexOf(chosen)) return;
  const details = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  process.stderr.write(`${[level.padEnd(5), message, ...details].join(" ")}\n`);
}
