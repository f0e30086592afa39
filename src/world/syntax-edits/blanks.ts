/** Whether two texts are the same but for spaces and line ends. */
export function sameButBlanks(a: Uint8Array, b: Uint8Array): boolean {
  let [i, j] = [0, 0];
  for (;;) {
    while (isBlank(a[i])) i++;
    while (isBlank(b[j])) j++;
    if (i === a.length || j === b.length) return i === a.length && j === b.length;
    if (a[i++] !== b[j++]) return false;
  }
}

/** Equal for texts that are the same but for blanks, and seldom for others. */
export function hashWithoutBlanks(bytes: Uint8Array): number {
  let [low, high] = [0, 0];
  for (const byte of bytes) {
    if (isBlank(byte)) continue;
    low = Math.imul(low, 0x9e3779b1) + byte + 1;
    high = Math.imul(high, 0x85ebca77) + byte + 1;
  }
  return (low >>> 0) + (high & 0x1fffff) * 2 ** 32;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d;
}
