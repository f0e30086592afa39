import { zoneOf } from "./zones.js";
import { billableWeight } from "./weight.js";

/** Cents: the first kilogram, and each further half kilogram. */
const tariffs = {
  standard: { 1: [490, 45], 2: [890, 95], 3: [1190, 130], 4: [1590, 190], 5: [2290, 410] },
  express: { 1: [990, 80], 2: [1790, 160], 3: [2190, 220], 4: [2890, 310], 5: [4490, 690] },
};

const fuelSurcharge = { standard: 0, express: 0.085 };

/** The price of a parcel in cents. */
export function priceOf(parcel) {
  const { to, service = "standard", insured = 0 } = parcel;
  const [first, further] = tariffs[service][zoneOf(to)];
  const kilograms = billableWeight({ ...parcel, service });
  const steps = Math.max(0, Math.round((kilograms - 1) * 2));
  const freight = first + steps * further;
  return Math.round(freight * (1 + fuelSurcharge[service])) + insurance(insured);
}

/** The first 50 euros are covered; beyond, each started hundred euros costs one euro. */
function insurance(cents) {
  return Math.ceil(Math.max(0, cents - 5000) / 10000) * 100;
}

/** The price of several parcels: from the third on, each one is a tenth cheaper. */
export function priceOfAll(parcels) {
  return parcels
    .map(priceOf)
    .sort((a, b) => b - a)
    .reduce((sum, price, index) => sum + (index < 2 ? price : Math.round(price * 0.9)), 0);
}
