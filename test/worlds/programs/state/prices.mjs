// Prints as it goes: what it is given, then what comes of it.
function totalOf(prices) {
  let total = 0;
  for (const price of prices) total += price;
  return total;
}

function discount(total) {
  let off = 0;
  if (total > 100) off = Math.floor(total / 10);
  return off;
}

const prices = process.argv.slice(2).map(Number);
console.log("prices", prices);
const total = totalOf(prices);
console.log("total", total);
const off = discount(total);
console.log("off", off);
console.log("pay", total - off);
