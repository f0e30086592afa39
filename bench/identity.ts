import { identify, lastErrorLine } from "../src/trial/identity/identify.ts";
import { flood, pieces } from "../test/trial/identity/floods.ts";
import { table } from "./table.ts";

const [short, long] = [50_000, 400_000];

/** How the time to recognise a failure grows with the length of the output. */
export async function identity(): Promise<void> {
  const rows = pieces.map((piece) => {
    const [few, many] = [short, long].map((length) => milliseconds(piece, length));
    return { piece, few: few!, many: many!, ratio: many! / few! };
  });
  const worst = rows.toSorted((a, b) => b.ratio - a.ratio).slice(0, 10);
  console.log(`\n## Recognising a failure: ${short} and ${long} characters of output, ${long / short} times as many\n`);
  const shown = worst.map(({ piece, few, many, ratio }) => [
    JSON.stringify(piece.slice(0, 30)),
    few.toFixed(1),
    many.toFixed(1),
    ratio.toFixed(1),
  ]);
  console.log(table(["the worst ten", "ms", "ms", "ratio (quadratic: 64)"], shown));
}

/** The best of three, so that what was compiled meanwhile does not count. */
function milliseconds(piece: string, length: number): number {
  const output = flood(piece, length);
  const runs = [1, 2, 3].map(() => {
    const start = performance.now();
    identify(output, ["/in/a.js", "a.js"]);
    lastErrorLine(output, ["/in/a.js", "a.js"]);
    return performance.now() - start;
  });
  return Math.min(...runs);
}
