"use strict";

/** What has to be done so that `to` becomes like `from`. */
function plan(from, to) {
  const copy = [...from].filter(([name, hash]) => to.get(name) !== hash).map(([name]) => name);
  const remove = [...to.keys()].filter((name) => !from.has(name));
  return { copy: copy.sort(), remove: remove.sort() };
}

/** A plan in one line. */
function summary({ copy, remove }) {
  return copy.length + remove.length === 0 ? "nothing to do" : `${copy.length} to copy, ${remove.length} to remove`;
}

module.exports = { plan, summary };
