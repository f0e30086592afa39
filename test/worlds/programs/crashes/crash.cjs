// crash.cjs MODE NAME DEPTH: fails in the way that MODE says, after DEPTH calls, with NAME in its message.
const [mode, name, depth] = process.argv.slice(2);

class Walker {
  walk(n, leaf) {
    return n > 0 ? this.walk(n - 1, leaf) : leaf();
  }
}
const walk = (leaf) => new Walker().walk(Number(depth), leaf);

function property() {
  return {}[name].length;
}
function propertyOfNull() {
  return { [name]: null }[name].length;
}
const even = (n) => odd(n + 1);
const odd = (n) => even(n + 1);

const modes = {
  undefined: () => walk(property),
  null: () => walk(propertyOfNull),
  async: async () => {
    await null;
    walk(property);
  },
  cause: () => {
    try {
      walk(property);
    } catch (cause) {
      throw new Error(`wrapped for ${name}`, { cause });
    }
  },
  aggregate: () => Promise.any([modes.async(), modes.async()]),
  assertion: () => walk(() => require("node:assert").strictEqual(name.length, depth)),
  overflow: () => walk(() => (name.length % 2 ? even(0) : odd(0))),
  module: () => require(`./${name}`),
  json: () => JSON.parse(`{"${name}": ${depth}, oops}`),
  function: () => walk(() => ({})[name]()),
  event: () => new (require("node:events"))().emit("error", new RangeError(`bad ${JSON.stringify(name)}`)),
  string: () => {
    throw `no error but "${name}"`;
  },
};
modes[mode]();
