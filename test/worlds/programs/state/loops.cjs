// Functions whose first statement is a loop.
function countDown(n) {
  var rounds;
  while (n > 0) {
    n -= 1;
    rounds = (rounds ?? 0) + 1;
    if (n === 1) countDown(0);
  }
  return rounds;
}

function lastOf(list) {
  do {
    list = list.slice(1);
  } while (list.length > 1);
  return list[0];
}

function sumOf(list) {
  for (const each of list) total += each;
}

async function drain(queue) {
  while (queue.length > 0) {
    sumOf([queue.shift()]);
    await null;
  }
}

let total = 0;
sumOf([1, 2]);
sumOf([3]);
const queue = [4, 5, 6];
drain(queue);
drain(queue);
console.log(countDown(3), countDown(2), lastOf([1, 2, 3, 4]), lastOf([5, 6, 7]));
