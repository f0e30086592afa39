#!/usr/bin/env node
import { parseArgs } from "node:util";
import { priceOf } from "./price.js";
import { parseSize } from "./weight.js";

const { values } = parseArgs({
  options: {
    to: { type: "string", default: "DE" },
    weight: { type: "string" },
    size: { type: "string" },
    service: { type: "string", default: "standard" },
    insured: { type: "string", default: "0" },
  },
});

const cents = priceOf({
  to: values.to,
  weight: Number(values.weight),
  size: values.size && parseSize(values.size),
  service: values.service,
  insured: Number(values.insured),
});
console.log(`${(cents / 100).toFixed(2)} EUR`);
