"use strict";

const pc = require("picocolors");

/** A line for each site, broken ones first. */
function report(results) {
  const isBroken = ({ status }) => status >= 400;
  return [...results]
    .sort((a, b) => isBroken(b) - isBroken(a))
    .map((result) => `${isBroken(result) ? pc.red("broken") : pc.green("fine")} ${result.site} (${result.status})`)
    .join("\n");
}

module.exports = { report };
