/** Numbers in [0, 1) that are the same for the same seed: a counter, mixed until its bits look unrelated. */
export function seededRandom(seed: number): () => number {
  let counter = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995;
  return () => {
    counter = (counter + 0x6d2b79f5) | 0;
    return mix(counter) / 2 ** 32;
  };
}

/** A number below 2^32 that depends on every character. */
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
