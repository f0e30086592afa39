// Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave.

/** What earlier users of the memory left behind. */
const recycled: number[] = [93, 81, 0, 4096, 70, 65, 60];

type Compare = (one: number, other: number) => boolean;

function shell_sort(a: number[], size: number, isLess: Compare = (one, other) => one < other): void {
  let h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h = Math.floor(h / 3);
    for (let i = h; i < size; i++) {
      const v = a[i]!;
      let j: number;
      for (j = i; j >= h && isLess(v, a[j - h]!); j -= h) a[j] = a[j - h]!;
      if (i !== j) a[j] = v;
    }
  } while (h !== 1);
}

interface Numbers {
  readonly argc: number;
  readonly a: number[];
}

function read(argv: readonly string[]): Numbers {
  const argc = argv.length;
  const a = recycled;
  for (let i = 0; i < argc - 1; i++) a[i] = Number(argv[i + 1]); // MOVES
  return { argc, a };
}

function main(argv: readonly string[]): void {
  const { argc, a } = read(argv);

  shell_sort(a, argc); // DEFECT: one more than there are

  let output = "Output:";
  for (let i = 0; i < argc - 1; i++) output += ` ${a[i]}`;
  console.log(output);
}

main(process.argv.slice(1));
