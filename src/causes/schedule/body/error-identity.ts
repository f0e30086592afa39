import { Hang } from "../../../../runtimes/schedule-events/test-body/body-errors.ts";

/** Two failures are the same if their identities are. Paths in system errors do not count, since they may be new in each run. */
export function identityOf(error: unknown): string {
  if (!isError(error)) return `thrown ${String(error)}`;
  if (error instanceof Hang) return error.name;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${error.name} ${code} ${syscall}`;
  return `${error.name}: ${error.message}`;
}

/** An error in one line, for people. */
export function errorLine(error: unknown): string {
  const text = isError(error) ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n", 1)[0]!;
}

/** Unlike `instanceof`, also true for errors of another realm. */
function isError(error: unknown): error is Error {
  return typeof error === "object" && error !== null && "message" in error && "name" in error;
}
