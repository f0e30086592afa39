function countDown(n) {
  let rounds;
  while (n > 0) {
    n -= 1;
    rounds = (rounds ?? 0) + 1;
    if (n === 1) countDown(0);
  }
  return rounds;
}

function firstOf(list) {
  do {
    return list[0];
  } while (true);
}

console.log(countDown(3), countDown(2), firstOf([4]), firstOf([5]));
