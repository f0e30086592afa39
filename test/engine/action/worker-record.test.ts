import { expect, test } from "vitest";
import { readWorkerRecord } from "../../../src/engine/action/worker-record.ts";

function field(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const text = (value: string) => field(Buffer.from(value));
/** A reply of the supervisor: exit 3 after 12 ms, "out" and "err". */
const reply = Buffer.alloc(27);
reply.writeUInt32BE(1, 0);
reply.writeUInt16BE(3 << 8, 5);
reply.writeDoubleBE(12, 7);
reply.writeUInt32BE(3, 23);
const record = Buffer.concat([
  ...[text("root"), text("/w"), text("test"), field(Buffer.concat([reply, Buffer.from("outerr")]))],
  ...[text("file a"), text("content")],
]);

test("a record says how the test ended and what it wrote", () => {
  const read = readWorkerRecord(record);
  expect(read).toMatchObject({ root: "/w", test: { ending: "ended", status: 768, stdout: "out", stderr: "err" } });
  expect(read?.files.get("a")?.toString()).toBe("content");
});

test("what is cut off or something else is no record", () => {
  for (let length = 0; length < record.length - 7; length += 5) {
    const cut = readWorkerRecord(record.subarray(0, length));
    if (cut) expect(cut.test?.stderr).toBe("err");
  }
  expect(readWorkerRecord(Buffer.from("<html>502 Bad Gateway</html>"))).toBeUndefined();
  expect(readWorkerRecord(Buffer.alloc(0))).toBeUndefined();
  const built = Buffer.alloc(27);
  expect(readWorkerRecord(Buffer.concat([text("root"), text("/w"), text("build"), field(built)]))).toBeUndefined();
});
