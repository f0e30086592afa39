/** Adds a text to the message of an error, which stays the same object with the same stack. False: it cannot be changed. */
export function extendMessage(error: unknown, text: string): boolean {
  if (typeof error !== "object" || error === null || !("message" in error) || !("stack" in error)) return false;
  const { message, stack } = error as Error;
  if (typeof message !== "string" || typeof stack !== "string") return false;
  const extended = message === "" ? text : `${message.trimEnd()}\n\n${text}`;
  try {
    setProperty(error, "message", extended);
    setProperty(error, "stack", stackWith(stack, { message, extended }));
    return true;
  } catch {
    return false;
  }
}

function setProperty(error: object, name: "message" | "stack", value: string): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Test runners print the message as the stack has it. */
function stackWith(stack: string, { message, extended }: { readonly message: string; readonly extended: string }) {
  const firstFrame = stack.search(/^\s+at /m);
  const heading = firstFrame === -1 ? stack : stack.slice(0, firstFrame);
  const frames = firstFrame === -1 ? "" : stack.slice(firstFrame);
  if (message === "") return `${heading.trimEnd()}: ${extended}\n${frames}`;
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(0, at) + extended + stack.slice(at + message.length);
}
