import { Hang } from "../../../../runtimes/schedule-events/in-process/run-body.ts";

/** What has to be the same for two failures to be the same: of errors of the system not the path, which may be a new one each time. */
export function identityOf(error: unknown): string {
  if (!isError(error)) return `thrown ${String(error)}`;
  if (error instanceof Hang) return error.name;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return `${error.name} ${code} ${syscall}`;
  return `${error.name}: ${error.message}`;
}

/** In one line, for people. */
export function shownError(error: unknown): string {
  const text = isError(error) ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n", 1)[0]!;
}

/** Errors of another realm are none of this one's. */
function isError(error: unknown): error is Error {
  return typeof error === "object" && error !== null && "message" in error && "name" in error;
}
