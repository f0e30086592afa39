/** The system's error message without the call and the path: "permission denied". */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
