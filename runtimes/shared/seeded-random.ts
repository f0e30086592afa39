/** A generator of numbers in [0, 1), always the same ones for the same seed: the hashes of a counter. */
export function seededRandom(seed: number): () => number {
  let counter = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995;
  return () => {
    counter = (counter + 0x6d2b79f5) | 0;
    return mix(counter) / 2 ** 32;
  };
}

/** A hash of a text, below 2^32. */
export function textHash(text: string, seed = 0): number {
  let sum = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return mix(sum);
}

function mix(bits: number): number {
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
