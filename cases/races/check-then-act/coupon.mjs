// A coupon is good for one order. The shop asks whether it was used, works out the price, and notes that it was.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "coupons-"));

const coupons = {
  async isUnused(code) {
    const names = await readdir(folder); // FIRST
    return !names.includes(`${code}.used`);
  },

  async use(code, order) {
    await writeFile(join(folder, `${code}.used`), `${order}\n`, { flag: "a" }); // SECOND
  },

  async orders(code) {
    const text = await readFile(join(folder, `${code}.used`), "utf8");
    return text.trim().split("\n");
  },
};

async function priceOf(items) {
  const prices = { tea: 4, pot: 19, cup: 6 };
  return items.reduce((sum, item) => sum + prices[item], 0);
}

async function order({ number, items, coupon, after }) {
  await new Promise((resolve) => setTimeout(resolve, after));
  const price = await priceOf(items);
  if (!(await coupons.isUnused(coupon))) return { number, price };
  await coupons.use(coupon, number);
  return { number, price: price / 2 };
}

const orders = await Promise.all([
  order({ number: 1, items: ["tea", "pot"], coupon: "SPRING", after: 1 }),
  order({ number: 2, items: ["cup", "cup"], coupon: "SPRING", after: 10 }),
]);
const used = await coupons.orders("SPRING");
await rm(folder, { recursive: true });
console.log(orders, used);
if (used.length !== 1) throw new Error(`the coupon was used for orders ${used.join(" and ")}`);
