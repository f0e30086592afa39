import { real } from "../../schedule-events/replacements/real-functions.ts";
import { type Any, replace } from "../../schedule-events/replacements/replace.ts";

/** Makes a worker write its output itself, while it has the token. Node would leave that to the main thread, at some later time. */
export function printDirectly(): void {
  for (const [name, fd] of [
    ["stdout", 1],
    ["stderr", 2],
  ] as const) {
    const stream = process[name] as Any;
    replace(stream, "_write", (chunk: Any, encoding: BufferEncoding, done: () => void) => {
      writeAll(fd, typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
      done();
    });
    replace(stream, "_writev", (chunks: { chunk: Any; encoding: BufferEncoding }[], done: () => void) => {
      for (const { chunk, encoding } of chunks)
        writeAll(fd, typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
      done();
    });
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += real.writeSync(fd, bytes, at);
    } catch (error) {
      // EAGAIN: the pipe is full until its reader goes on.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
}
