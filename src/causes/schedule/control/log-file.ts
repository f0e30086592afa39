import { type FileHandle, open } from "node:fs/promises";
import { isNativeLog, NativeLogDecoder, signatureLength } from "../../../../runtimes/protocol/native-log.ts";
import { logCollector, parseLog, type ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";

/** Number of bytes read at once. Between two pieces there is time for other things, such as an interruption by the user. */
const pieceSize = 1 << 16;

/** Reads a log, in whichever form it is; undefined if there is none. */
export async function readLogFile(path: string): Promise<ScheduleLog | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const start = Buffer.alloc(signatureLength);
    await file.read(start, 0, signatureLength, 0);
    return isNativeLog(start) ? await readNativeLog(file) : parseLog(await file.readFile("latin1"));
  } finally {
    await file.close();
  }
}

async function readNativeLog(file: FileHandle): Promise<ScheduleLog> {
  const { log, ...sink } = logCollector();
  const decoder = new NativeLogDecoder(sink);
  for (let at = signatureLength; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceSize), 0, pieceSize, at);
    if (bytesRead === 0) return log();
    decoder.add(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}
