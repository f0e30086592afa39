import { chunkSize, type Vertex } from "../../protocol/state.ts";
import { hashOf } from "../memory/digests.ts";
import { lineVertex } from "./lines.ts";

/** The vertex of unread lines in a graph. Where there are too many of them, the others are digested like parts of other things. */
export class CapturedLines {
  readonly #lines: readonly Buffer[];
  readonly #vertices: Vertex[];
  readonly #index: number;
  /** By the numbers of the lines. */
  readonly #captured = new Map<number, number>();

  constructor(lines: readonly Buffer[], vertices: Vertex[], maxLines: number) {
    this.#lines = lines;
    this.#vertices = vertices;
    this.#index = vertices.push({ type: "lines", kind: "array", length: lines.length, edges: [] }) - 1;
    this.#add(0, Math.min(maxLines, lines.length));
  }

  get count(): number {
    return this.#captured.size;
  }

  addChunks(chunks: readonly number[], maxLines: number): void {
    const end = this.#vertices.length + maxLines;
    for (const chunk of chunks) {
      const left = Math.max(0, end - this.#vertices.length);
      this.#add(chunk * chunkSize, Math.min((chunk + 1) * chunkSize, this.#lines.length), left);
    }
  }

  /** Adds digests of the lines that were left out. Returns their number. */
  finish(): number {
    const [length, leftOut] = [this.#lines.length, this.#lines.length - this.count];
    const edges = Array.from(this.#captured, ([line, vertex]): [string, number] => [String(line), vertex]);
    const cut = leftOut === 0 ? {} : { cut: this.#cutParts() };
    this.#vertices[this.#index] = { type: "lines", kind: "array", length, edges, ...cut };
    return leftOut;
  }

  #add(from: number, to: number, maxLines = to - from): void {
    for (let line = from, left = maxLines; line < to && left > 0; line++)
      if (!this.#captured.has(line)) {
        this.#captured.set(line, this.#vertices.push(lineVertex(this.#lines[line]!)) - 1);
        left--;
      }
  }

  #cutParts(): NonNullable<Vertex["cut"]> {
    const captured: number[] = [];
    const digests: (string | null)[] = [];
    for (let start = 0; start < this.#lines.length; start += chunkSize) {
      const chunk = this.#lines.slice(start, start + chunkSize);
      const isCaptured = chunk.every((_, i) => this.#captured.has(start + i));
      if (isCaptured) captured.push(digests.length);
      digests.push(isCaptured ? null : hashOf(Buffer.concat(chunk)));
    }
    return { captured, digests };
  }
}
