import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, FrameReader } from "../../../src/trial/process/supervisor-frames.ts";

test("frames come out whole, however they were cut on the way", () => {
  const bodies = fc.array(fc.string({ unit: fc.constantFrom("\0", "\n", "a", "é", "€", "😀"), maxLength: 50 }), {
    maxLength: 10,
  });
  const cuts = fc.infiniteStream(fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(bodies, cuts, (sent, cuts) => {
      const reader = new FrameReader();
      const received: string[] = [];
      let bytes = Buffer.concat(sent.map((body) => encodeFrame([body])));
      while (bytes.length > 0) {
        const length = cuts.next().value;
        received.push(...reader.read(bytes.subarray(0, length)).map(String));
        bytes = bytes.subarray(length);
      }
      expect(received).toEqual(sent.map((body) => Buffer.from(body).toString()));
    }),
  );
});
