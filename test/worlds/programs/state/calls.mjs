function fibonacci(n) {
  if (n < 2) {
    return n;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}
class Sum {
  #total = 0;
  add(value) {
    this.#total += value;
    return this.#total;
  }
}
async function waiting(sum) {
  await null;
  return sum.add(4);
}
const doubled = [1, 2].map((each) => each * 2);
const sum = new Sum();
sum.add(2);
console.log(fibonacci(3), doubled, await waiting(sum));
