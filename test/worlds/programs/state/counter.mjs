let count = 3;
const limits = { low: 1, high: 10 };

export function next() {
  count += 1;
  return Math.min(count, limits.high);
}
