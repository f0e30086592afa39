export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** The path of a value that stays the same until a step changes it, exact to a tenth of a unit however many points there are. */
export function stepLine(points: readonly PlotPoint[]): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: tenth(x), y: tenth(y) }));
  if (first === undefined) return "";
  let path = `M${first.x} ${first.y}`;
  let y = first.y;
  for (const point of rest) {
    if (point.y === y) continue;
    path += `H${point.x}V${point.y}`;
    y = point.y;
  }
  return `${path}H${(rest.at(-1) ?? first).x}`;
}

export function tenth(n: number): number {
  return Math.round(n * 10) / 10;
}
