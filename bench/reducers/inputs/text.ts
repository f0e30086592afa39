import { below, random, sample } from "../../random.ts";
import type { Input } from "../input.ts";

export const lines: Input = {
  name: "lines",
  language: "text",
  kind: "data",
  about: "2,000 lines of text, five of them needed, judged by grep",
  candidate: "input.txt",
  make() {
    const all = words(2000, 28, 1);
    const needed = sample(5, all.length, random(2)).map((i) => all[i]!);
    return { files: { "input.txt": all.map((word) => `${word}\n`).join("") }, test: grepEach(needed) };
  },
};

export const line: Input = {
  name: "line",
  language: "text",
  kind: "data",
  about: "one line of 40 KB, three parts of it needed, judged by grep",
  candidate: "input.txt",
  make() {
    const all = words(40_000 / 13, 13, 3);
    const needed = sample(3, all.length, random(4)).map((i) => all[i]!);
    return { files: { "input.txt": `${all.join("")}\n` }, test: grepEach(needed) };
  },
};

/** Words of small letters; none of them occurs twice. */
function words(count: number, length: number, seed: number): string[] {
  const next = random(seed);
  const letter = () => String.fromCharCode(97 + below(26, next));
  return Array.from({ length: count }, () => Array.from({ length }, letter).join(""));
}

function grepEach(needed: readonly string[]): string {
  return `${needed.map((each) => `grep -q ${each} input.txt`).join(" && ")}\n`;
}
