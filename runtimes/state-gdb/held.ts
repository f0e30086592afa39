import { constants, openSync, readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { ofThisTest, readHeld } from "../shared/held.ts";

/** How the program ended, or why the plan could not be carried out. */
export type Ending =
  | { readonly exit: number }
  | { readonly signal: number }
  | {
      readonly refused: string;
      /** Where the place of the plan is not in the program: its functions, or the nearest line. */
      readonly instead?: readonly string[];
    };

/**
 * Goes on from one of the programs that are held at the place, and says what it says. Undefined if none can, or none has time:
 * then nothing has begun.
 */
export async function goOnFrom(holder: string, planFile: string): Promise<Ending | undefined> {
  if (readHeld(holder) === undefined) return undefined;
  const request = `${JSON.stringify({ plan: planFile, environment: ofThisTest(), driver: process.pid })}\n`;
  const folder = openSync(holder, constants.O_RDONLY | constants.O_DIRECTORY);
  for (const name of readdirSync(holder).filter((each) => each.startsWith("socket"))) {
    // A longer path may be too long.
    const ending = await endingOf(connect(`/proc/self/fd/${folder}/${name}`), request);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

async function endingOf(socket: Socket, request: string): Promise<Ending | undefined> {
  let hasBegun = false;
  let ending: Ending | undefined;
  const read = inMessages((kind, text) => {
    if (kind === "b") hasBegun = true;
    else if (kind === "e") ending = JSON.parse(text.toString());
    else (kind === "1" ? process.stdout : process.stderr).write(text);
  });
  socket.on("error", () => {}); // seen as its end
  socket.on("data", read);
  socket.write(request);
  await new Promise((resolve) => socket.once("close", resolve));
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write("", resolve));
  if (hasBegun && ending === undefined) return { refused: "the run that was held at the place is lost" };
  return ending;
}

/** A kind, the length, and what is said: `b` it has begun, `1` and `2` what the program says, `e` its end. */
function inMessages(take: (kind: string, text: Buffer) => void): (piece: Buffer) => void {
  const header = 5;
  let waiting = Buffer.alloc(0);
  return (piece) => {
    waiting = Buffer.concat([waiting, piece]);
    while (waiting.length >= header && waiting.length >= header + waiting.readUInt32BE(1)) {
      const end = header + waiting.readUInt32BE(1);
      take(String.fromCharCode(waiting[0]!), waiting.subarray(header, end));
      waiting = waiting.subarray(end);
    }
  };
}
