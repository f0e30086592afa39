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

console.log(countDown(3), countDown(2), lastOf([1, 2, 3, 4]), lastOf([5, 6, 7]));
