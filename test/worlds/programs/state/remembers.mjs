// Checks what it has kept against what it remembers: what is remembered, changed too late, is a failure too, but another one.
function keep(kept, value) {
  const digit = value % 10;
  kept.push(digit);
}

function main(values) {
  const [remembered, kept] = [[], []];
  for (const value of values) {
    remembered.push(value);
    keep(kept, value);
  }
  for (const each of kept) console.log("kept", each);
  console.log("sum", kept[0] + kept[1] + kept[2]);
  console.log("product", kept[0] * kept[1] * kept[2]);
  const lost = remembered.filter((value, i) => value !== kept[i]);
  for (const value of lost) console.log("lost", value);
  process.exitCode = lost.length > 0 ? 1 : 0;
}

main(process.argv.slice(2).map(Number));
