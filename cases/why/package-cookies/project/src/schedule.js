"use strict";

const ms = require("ms");

/** When each site is visited: one after the other, with a pause like "30s". */
function schedule(sites, pause, start = 0) {
  const distance = ms(pause);
  if (distance === undefined) throw new RangeError(`not a pause: ${pause}`);
  return sites.map((site, index) => ({ site, at: start + index * distance }));
}

module.exports = { schedule };
