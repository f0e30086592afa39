import { type LogSink, logCollector, parseLog, type ScheduleLog, splitAtBlank } from "./schedule-log.ts";

/** How a log of the native runtime begins; the others write text. `runtimes/schedule-native/log/log.c` explains the form. */
const signature = Buffer.from("culprit\u0001", "latin1");

/** Number of bytes that tell whether a log is in the binary form. */
export const signatureLength = signature.length;

export function isNativeLog(start: Uint8Array): boolean {
  return signature.equals(start.subarray(0, signatureLength));
}

/** Reads a whole log in either form. */
export function parseLogBytes(bytes: Buffer): ScheduleLog {
  if (!isNativeLog(bytes)) return parseLog(bytes.toString("latin1"));
  const { log, ...sink } = logCollector();
  new NativeLogDecoder(sink).add(bytes.subarray(signatureLength));
  return log();
}

/** The text form of a binary log, for people and tests. */
export function nativeLogText(bytes: Buffer): string {
  let text = "";
  const line = (...words: (string | number)[]) => {
    text += `${words.join(" ")}\n`;
  };
  const decoder = new NativeLogDecoder({
    lane: (lane, where) => line("lane", lane, where),
    run: ({ lane, count, where }) => line("run", lane, count, where),
    watched: ({ lane, count, where }) => line("at", lane, count, where),
    shared: ({ place, passes }) => line("shared", passes, place),
    syncs: (count) => line("syncs", count),
    wait: (rest) => line("wait", rest),
    uncontrolled: (what) => line("unc", what),
    instrumented: () => line("yields", "accesses"),
    end: (how) => line("end", how),
  });
  decoder.add(bytes.subarray(signatureLength));
  return text;
}

/** The kinds of entries, by their first byte; 0 is what was not written before the program was killed. */
const kinds = [
  "nothing",
  "lane",
  "run",
  "watched",
  "place",
  "wait",
  "uncontrolled",
  "end",
  "instrumented",
  "shared",
  "syncs",
] as const;

/** Decodes a log piece by piece, from behind its signature. An entry that is not whole yet waits for the next piece. */
export class NativeLogDecoder {
  readonly #sink: LogSink;
  readonly #lanes: { readonly name: string; steps: number }[] = [];
  readonly #places = [""];
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  add(piece: Buffer): void {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    this.#at = 0;
    while (this.#takeEntry());
  }

  /** False, and nothing is taken, if the entry is not whole. */
  #takeEntry(): boolean {
    const start = this.#at;
    const kind = kinds[this.#bytes[this.#at++] ?? 0] ?? "nothing";
    if (kind === "run" || kind === "watched" ? this.#takeRun(kind) : kind !== "nothing" && this.#takeText(kind))
      return true;
    this.#at = start;
    return false;
  }

  #takeRun(kind: "run" | "watched"): boolean {
    const [number, steps, place] = [this.#takeNumber(), this.#takeNumber(), this.#takeNumber()];
    if (number === undefined || steps === undefined || place === undefined) return false;
    const lane = this.#lanes[number]!;
    lane.steps += steps;
    this.#sink[kind]({ lane: lane.name, count: lane.steps, where: this.#places[place]! });
    return true;
  }

  #takeText(kind: "lane" | "place" | "shared" | "wait" | "uncontrolled" | "end" | "instrumented" | "syncs"): boolean {
    const length = this.#takeNumber();
    if (length === undefined || this.#at + length > this.#bytes.length) return false;
    const text = this.#bytes.toString("latin1", this.#at, this.#at + length);
    this.#at += length;
    if (kind === "place") this.#places.push(text);
    else if (kind === "lane") this.#addLane(...splitAtBlank(text));
    else if (kind === "shared") this.#addShared(...splitAtBlank(text));
    else if (kind === "syncs") this.#sink.syncs(Number(text));
    else this.#sink[kind](text);
    return true;
  }

  #addLane(name: string, where: string): void {
    this.#lanes.push({ name, steps: 0 });
    this.#sink.lane(name, where);
  }

  #addShared(passes: string, place: string): void {
    this.#sink.shared({ place, passes: Number(passes) });
  }

  /** Seven bits in a byte, the lowest first; a byte with the highest bit set is not the last. */
  #takeNumber(): number | undefined {
    let number = 0;
    for (let factor = 1; this.#at < this.#bytes.length; factor *= 128) {
      const byte = this.#bytes[this.#at++]!;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    return undefined;
  }
}
