// A loop that runs long enough to be compiled to machine code.
function work(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += i % 3;
    if (i === n - 1) last(i);
  }
  return sum;
}

function last(i) {
  return i;
}

for (let i = 0; i < 50; i++) work(20_000);
console.log(work(20_000));
