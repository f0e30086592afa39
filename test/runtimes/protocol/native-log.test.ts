import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isNativeLog,
  NativeLogDecoder,
  nativeLogText,
  parseLogBytes,
  signatureLength,
} from "../../../runtimes/protocol/native-log.ts";
import { logCollector, parseLog } from "../../../runtimes/protocol/schedule-log.ts";

const entries = [
  text(6, "fork"),
  text(1, "1 app+0x10"),
  text(1, "1.1 app+0x20"),
  text(4, "app+0x30!reads"),
  bytes(2, 0, 12, 1),
  text(4, "/my%20work/lib.so+0x4"),
  bytes(3, 1, ...number(300), 2),
  bytes(2, 1, ...number(1_000_000_000_000), 2),
  bytes(2, 0, 8, 1),
  text(5, "1 mutex 1 1.1 app+0x60"),
  text(7, "deadlock"),
];
const written = Buffer.concat([Buffer.from("culprit\u0001", "latin1"), ...entries]);

const asText = `unc fork
lane 1 app+0x10
lane 1.1 app+0x20
run 1 12 app+0x30!reads
at 1.1 300 /my%20work/lib.so+0x4
run 1.1 1000000000300 /my%20work/lib.so+0x4
run 1 20 app+0x30!reads
wait 1 mutex 1 1.1 app+0x60
end deadlock
`;

describe("a binary log", () => {
  test("means the same as its text", () => {
    expect(nativeLogText(written)).toBe(asText);
    expect(parseLogBytes(written)).toEqual(parseLog(asText));
    expect(parseLogBytes(Buffer.from(asText))).toEqual(parseLog(asText));
    expect([isNativeLog(written), isNativeLog(Buffer.from(asText)), isNativeLog(Buffer.alloc(0))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("is the same in whichever pieces it is read", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(written.length - signatureLength), { maxLength: 9 }), (cuts) => {
        const body = written.subarray(signatureLength);
        const { log, ...sink } = logCollector();
        const decoder = new NativeLogDecoder(sink);
        const at = [0, ...cuts.sort((a, b) => a - b), body.length];
        for (let i = 0; i + 1 < at.length; i++) decoder.add(body.subarray(at[i], at[i + 1]));
        expect(log()).toEqual(parseLog(asText));
      }),
    );
  });

  test("of a killed program has all entries before the one that was not finished", () => {
    // The kind of an entry is written last, and behind it the file is empty.
    const unfinished = Buffer.from(written);
    unfinished.fill(0, unfinished.length - entries.at(-1)!.length, unfinished.length - 3);
    const expected = asText.replace("end deadlock\n", "");
    expect(nativeLogText(Buffer.concat([unfinished, Buffer.alloc(500)]))).toBe(expected);
  });
});

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values);
}

function text(kind: number, value: string): Buffer {
  return Buffer.concat([bytes(kind, value.length), Buffer.from(value)]);
}

function number(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))];
}
