/** Cubic centimetres that count like one kilogram. */
const divisors = { standard: 6000, express: 5000 };

/** Lengths in centimetres of "40x30x20". */
export function parseSize(text) {
  const lengths = text.split(/[x×]/i).map((part) => Number(part.trim()));
  if (lengths.length !== 3 || lengths.some((length) => !(length > 0))) {
    throw new RangeError(`not a size: ${text}`);
  }
  return lengths;
}

/** What the space that a parcel takes would weigh, in kilograms. */
export function volumetricWeight(size, service = "standard") {
  const [length, width, height] = size;
  return (length * width * height) / divisors[service];
}

/** The weight that is paid for, in started half kilograms. */
export function billableWeight({ weight, size, service }) {
  const counts = size ? Math.max(weight, volumetricWeight(size, service)) : weight;
  return Math.ceil(counts * 2) / 2;
}
