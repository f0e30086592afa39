type Filter = (value: unknown, ...operands: readonly unknown[]) => unknown;

export const filters: Readonly<Record<string, Filter>> = {
  upper: (value) => String(value).toUpperCase(),
  lower: (value) => String(value).toLowerCase(),
  capital: (value) => String(value).replace(/^./, (letter) => letter.toUpperCase()),
  default: (value, other) => (isEmpty(value) ? other : value),
  join: (value, between = ", ") => listOf(value).join(String(between)),
  count: (value) => listOf(value).length,
  first: (value, count = 1) => listOf(value).slice(0, Number(count)),
  cut: (value, length = 20) => {
    const text = String(value);
    return text.length > Number(length) ? `${text.slice(0, Number(length) - 1)}…` : text;
  },
  money: (value) => (Number(value) / 100).toFixed(2),
};

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isEmpty(value) ? [] : [value];
}
