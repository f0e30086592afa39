import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

/** The variables of a file of lines like NAME=value. */
export function parseEnv(text) {
  const variables = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (match) variables[match[1]] = match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
  return variables;
}

function readEnv(name) {
  const path = fileURLToPath(new URL(name, root));
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

const variables = { ...readEnv(".env"), ...readEnv(".env.local") };

export const settings = {
  company: variables.COMPANY,
  prefix: variables.INVOICE_PREFIX,
  paymentDays: Number(variables.PAYMENT_DAYS),
  taxPercent: Number(variables.TAX_PERCENT),
  width: Number(variables.PAGE_WIDTH),
  currency: variables.CURRENCY,
  rounding: variables.ROUNDING ?? "total",
};
