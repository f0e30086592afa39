// Calls of all kinds, from one call and from those around it.
class Stack {
  #items = [];
  push(item) {
    this.#items.push(item);
    return this;
  }
  get size() {
    return this.#items.length;
  }
}

function double(n) {
  return twice(n);
}

function twice(n) {
  return 2 * n;
}

function countDown(n) {
  if (n > 0) countDown(n - 1);
  return n;
}

function fails() {
  throw new Error("told");
}

function* pair() {
  yield twice(1);
  yield double(2);
}

function work(list) {
  const stack = new Stack();
  for (const each of list) {
    stack.push(double(each));
  }
  const sum = list.map((each) => twice(each)).reduce((a, b) => a + b);
  try {
    fails();
  } catch {
    countDown(1);
  }
  for (const each of pair()) {
    stack.push(each);
  }
  return sum + stack.size;
}

async function wait(n) {
  const first = twice(n);
  await null;
  const second = double(first);
  return second;
}

twice(0);
console.log(work([1]));
console.log(work([1, 2]));
console.log(await wait(1));
console.log(await Promise.all([wait(2), wait(3)]));
