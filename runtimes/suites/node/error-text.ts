/** Maximum number of characters of an error that are reported. */
const maxLength = 20_000;

/** An error as Node prints it, with its stack. Some runners hand over plain objects or texts instead of errors. */
export function errorText(error: unknown): string {
  return fullText(error).slice(0, maxLength);
}

function fullText(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { name, message, stack } = error as Partial<Error>;
  const head = message === undefined ? (name ?? "Error") : `${name ?? "Error"}: ${message}`;
  if (typeof stack !== "string") return head;
  // Assertion libraries change the message after the stack was taken.
  return message !== undefined && !stack.includes(message) ? `${head}\n${framesOf(stack)}` : stack;
}

function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
