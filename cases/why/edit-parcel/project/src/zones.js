const zones = {
  1: ["DE"],
  2: ["AT", "BE", "CZ", "DK", "FR", "LU", "NL", "PL"],
  3: ["ES", "FI", "HU", "IE", "IT", "PT", "SE", "SI", "SK"],
  4: ["CH", "GB", "NO"],
};

const zoneByCountry = new Map(
  Object.entries(zones).flatMap(([zone, countries]) => countries.map((country) => [country, Number(zone)])),
);

/** The zone that a country belongs to; 5 is the rest of the world. */
export function zoneOf(country) {
  return zoneByCountry.get(country.toUpperCase()) ?? 5;
}

/** Whether papers for the customs are needed. */
export function needsCustoms(country) {
  return zoneOf(country) >= 4;
}
