import { randomUUID } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Blob, readBlob, sha256 } from "../tree/blob.ts";
import { digestOf } from "../tree/tree-folder.ts";
import type { Connection } from "./connection.ts";

/** Bytes in one message, if the engine does not say how many it takes. */
const usualBatch = 3_000_000;
/** Bytes of a message besides its blobs. */
const overhead = 200;

/** The store of an engine, and what is known to be in it. */
export class Store {
  readonly #connection: Connection;
  readonly #maxBatch: number;
  /** In the store, or on the way to it. */
  #known = new Map<string, Promise<void>>();
  #uploaded = { blobs: 0, bytes: 0 };

  constructor(connection: Connection, maxBatch: number) {
    this.#connection = connection;
    this.#maxBatch = maxBatch > 0 ? Math.min(maxBatch, usualBatch) : usualBatch;
  }

  /** What was sent so far. */
  get uploaded(): { readonly blobs: number; readonly bytes: number } {
    return this.#uploaded;
  }

  /** The engine has lost something: nothing is known any more. */
  forget(): void {
    this.#known = new Map();
  }

  /** Sees to it that the engine has all of these. */
  async provide(blobs: Iterable<Blob>, signal: AbortSignal): Promise<void> {
    const wanted = new Map<string, Blob>();
    const pending = new Set<Promise<void>>();
    for (const blob of blobs) {
      const known = this.#known.get(blob.hash);
      if (known) pending.add(known);
      else wanted.set(blob.hash, blob);
    }
    if (wanted.size > 0) pending.add(this.#send([...wanted.values()], signal));
    await Promise.all(pending);
  }

  #send(blobs: readonly Blob[], signal: AbortSignal): Promise<void> {
    const sent = this.#upload(blobs, signal);
    for (const { hash } of blobs) this.#known.set(hash, sent);
    sent.catch(() => {
      for (const { hash } of blobs) this.#known.delete(hash);
    });
    return sent;
  }

  async #upload(blobs: readonly Blob[], signal: AbortSignal): Promise<void> {
    const missing = new Set<string>();
    for (const some of batches(blobs, () => digestBytes, this.#maxBatch)) {
      const { missingBlobDigests } = await this.#connection.storage.findMissingBlobs(
        { instanceName: this.#connection.instance, blobDigests: some.map(digestOf) },
        { signal },
      );
      for (const { hash } of missingBlobDigests) missing.add(hash);
    }
    const lacking = blobs.filter(({ hash }) => missing.has(hash));
    const isSmall = ({ size }: Blob) => size + overhead <= this.#maxBatch;
    for (const some of batches(lacking.filter(isSmall), ({ size }) => size + overhead, this.#maxBatch)) {
      await this.#sendBatch(some, signal);
    }
    for (const blob of lacking.filter((each) => !isSmall(each))) await this.#stream(blob, signal);
    this.#uploaded = {
      blobs: this.#uploaded.blobs + lacking.length,
      bytes: lacking.reduce((sum, { size }) => sum + size, this.#uploaded.bytes),
    };
  }

  async #sendBatch(blobs: readonly Blob[], signal: AbortSignal): Promise<void> {
    const requests = blobs.map((blob) => ({ digest: digestOf(blob), data: readBlob(blob) }));
    const { responses } = await this.#connection.storage.batchUpdateBlobs(
      { instanceName: this.#connection.instance, requests },
      { signal },
    );
    const failed = responses.find(({ status }) => (status?.code ?? 0) !== 0)?.status;
    if (failed) throw new ConnectError(failed.message, failed.code as Code);
  }

  async #stream(blob: Blob, signal: AbortSignal): Promise<void> {
    const prefix = this.#connection.instance === "" ? "" : `${this.#connection.instance}/`;
    const resourceName = `${prefix}uploads/${randomUUID()}/blobs/${blob.hash}/${blob.size}`;
    let failed: unknown;
    async function* messages() {
      try {
        let at = 0;
        for (const data of blob.pieces()) {
          const end = at + data.length;
          yield { resourceName, writeOffset: BigInt(at), finishWrite: end === blob.size, data };
          at = end;
        }
      } catch (error) {
        failed = error;
        throw error;
      }
    }
    await this.#connection.streams.write(messages(), { signal }).catch((error: unknown) => {
      // A file that cannot be read is no fault of the engine.
      throw failed ?? error;
    });
  }

  /** Reads a blob back. Throws if the engine sends anything else. */
  async read(hash: string, size: bigint, signal: AbortSignal): Promise<Buffer> {
    const prefix = this.#connection.instance === "" ? "" : `${this.#connection.instance}/`;
    const parts: Uint8Array[] = [];
    const request = { resourceName: `${prefix}blobs/${hash}/${size}`, readOffset: 0n };
    let length = 0;
    for await (const { data } of this.#connection.streams.read(request, { signal })) {
      length += data.length;
      if (BigInt(length) > size) break;
      parts.push(data);
    }
    return checkBlob(Buffer.concat(parts), { hash, size });
  }
}

/** The same bytes, if they are those that a digest stands for. */
export function checkBlob(bytes: Buffer, { hash, size }: { readonly hash: string; readonly size: bigint }): Buffer {
  if (BigInt(bytes.length) === size && sha256(bytes) === hash) return bytes;
  throw new ConnectError(`a file of ${size} bytes came with other bytes than its digest says`, Code.DataLoss);
}

/** About the number of bytes of a digest in a message. */
const digestBytes = 80;

function* batches<T>(items: readonly T[], sizeOf: (item: T) => number, max: number): Generator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const item of items) {
    if (batch.length > 0 && size + sizeOf(item) > max) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(item);
    size += sizeOf(item);
  }
  if (batch.length > 0) yield batch;
}
