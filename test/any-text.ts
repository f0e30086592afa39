import fc from "fast-check";

const anyCharacter = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Text of any characters of Unicode. `fc.string({ unit: "binary" })` gives the same, but takes a second to prepare. */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(anyCharacter, constraints).map((characters) => characters.join("")) },
    { weight: 1, arbitrary: fc.string(constraints) },
  );
}
