// All work is done after the main code: in callbacks, and in functions that wait.
import { EventEmitter, once } from "node:events";

const prices = { tea: 3, milk: 2 };
const orders = new EventEmitter();
let total = 0;

orders.on("item", (name) => {
  total += priceOf(name);
});

function priceOf(name) {
  return prices[name];
}

async function take(names) {
  for (const name of names) {
    await null;
    orders.emit("item", name);
  }
  setImmediate(() => orders.emit("end"));
}

async function main(names) {
  take(names);
  await once(orders, "end");
  console.log(`total ${total}`);
}

main(process.argv.slice(2));
