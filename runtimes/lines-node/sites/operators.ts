/** What can stand in place of an operator, in the order in which it is worth trying. */
export function otherOperators(operator: string): readonly string[] {
  const family = families.find((each) => each.includes(operator));
  return family ? family.filter((each) => each !== operator) : (counterparts[operator] ?? []);
}

/** Relations that differ only in when they hold. */
const families: readonly (readonly string[])[] = [
  ["<", "<=", ">", ">="],
  ["==", "!="],
  ["===", "!=="],
  ["&&", "||"],
];

const counterparts: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["/"],
  "**": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "++": ["--"],
  "--": ["++"],
};

/** Operators that compute a value from two: either operand could stand alone. */
export function isArithmetic(operator: string): boolean {
  return /^([-+*/%&|^]|\*\*|<<|>>>?)$/.test(operator);
}

/** Whether the operands cannot be exchanged without another result. */
export function isOrdered(operator: string): boolean {
  return isArithmetic(operator) && !/^[*&|^]$/.test(operator);
}
