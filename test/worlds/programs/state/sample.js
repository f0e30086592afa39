// The sort of the lecture: `sample.js 7 8 9` prints what it was given, in order; `sample.js 11 14` loses a number.
// The numbers stand in memory that was used before, as malloc would give it.
const memory = [0, 0, 0, 99, 0, 0, 0, 0];

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
      for (j = i; j >= h && a[j - h] > v; j -= h) {
        a[j] = a[j - h];
      }
      if (i !== j) {
        a[j] = v;
      }
    }
  } while (h !== 1);
}

function main(argv) {
  const argc = argv.length;
  const a = memory.slice(0, argc);
  for (let i = 0; i < argc - 1; i++) {
    a[i] = Number(argv[i + 1]);
  }
  shell_sort(a, argc);
  console.log(`Output: ${a.slice(0, argc - 1).join(" ")}`);
}

main(["sample", ...process.argv.slice(2)]);
