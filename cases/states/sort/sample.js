// Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave.

// What earlier users of the memory left behind.
const recycled = [93, 81, 0, 4096, 70, 65, 60];

function shell_sort(a, size) {
  let h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h = Math.floor(h / 3);
    for (let i = h; i < size; i++) {
      const v = a[i];
      let j;
      for (j = i; j >= h && a[j - h] > v; j -= h)
        a[j] = a[j - h];
      if (i !== j)
        a[j] = v;
    }
  } while (h !== 1);
}

function main(argv) {
  const argc = argv.length;
  const a = recycled;
  for (let i = 0; i < argc - 1; i++) // MOVES
    a[i] = Number(argv[i + 1]);

  shell_sort(a, argc); // DEFECT: one more than there are

  let output = "Output:";
  for (let i = 0; i < argc - 1; i++)
    output += ` ${a[i]}`;
  console.log(output);
}

main(process.argv.slice(1));
