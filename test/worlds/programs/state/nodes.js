// `nodes.js tree|list N LAST SEED` links N nodes, the last ones with other values by the seed, and prints a number that depends
// on each of them.
function made(shape, count, last, seed) {
  const value = (i) => ((i * 7919) % 10007) + (i >= count - last ? seed : 0);
  const nodes = Array.from({ length: count }, (_, i) => ({ value: value(i), left: null, right: null }));
  for (let i = 1; i < count; i++) {
    if (shape === "list") nodes[i - 1].right = nodes[i];
    else nodes[(i - 1) >> 1][i % 2 === 1 ? "left" : "right"] = nodes[i];
  }
  return nodes[0];
}

function checksum(root) {
  let sum = 0;
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    sum = (sum * 31 + node.value) % 1000003;
    for (const next of [node.left, node.right]) if (next) left.push(next);
  }
  return sum;
}

const [shape, ...numbers] = process.argv.slice(2);
console.log(checksum(made(shape, ...numbers.map(Number))));
