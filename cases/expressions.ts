/** How many statements there are around the one that matters. */
const count = 360;

const names = ["rate", "base", "gain", "loss", "depth", "width", "level", "count", "tail", "head"];

/** Statements for the expression compiler: many that are harmless, and in their middle this one. */
export function expressions(middle: string): string {
  const lines = Array.from({ length: count }, (_, i) => `v${i} = ${statement(i)};`);
  return [...lines.slice(0, count / 2), `result = ${middle};`, ...lines.slice(count / 2), ""].join("\n");
}

function statement(i: number): string {
  const name = (shift: number) =>
    i > 5 && (i + shift) % 3 === 0 ? `v${i - 1 - (shift % 5)}` : names[(i + shift) % 10]!;
  const forms = [
    () => `${name(1)} * ${2 ** (i % 5)} + ${name(2)} - ${i}`,
    () => `(${name(3)} - ${i % 7}) * ${name(4)} + 3 * 4`,
    () => `${name(5)} * (${name(6)} + ${1 + (i % 9)})`,
    () => `-${name(7)} + (${name(8)} - ${name(9)}) * 8`,
    () => `${i} + ${name(2)} * ${name(4)} - (1 + 2) * ${name(6)}`,
  ];
  return forms[i % forms.length]!();
}
