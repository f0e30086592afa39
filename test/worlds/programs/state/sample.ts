// The sort of the lecture, in TypeScript: `7 8 9` comes out as it was given, in order; of `11 14` a number is lost.
// Compiled, its types are gone and every line is another.
interface Numbers {
  [index: number]: number;
}

type Words = readonly string[];

// As malloc would give it: used before.
const memory: readonly number[] = [0, 0, 0, 99, 0, 0, 0, 0];

function shell_sort(a: Numbers, size: number): void {
  let h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h = Math.floor(h / 3);
    for (let i = h; i < size; i++) {
      const v = a[i]!;
      let j: number;
      for (j = i; j >= h && a[j - h]! > v; j -= h) {
        a[j] = a[j - h]!;
      }
      if (i !== j) {
        a[j] = v;
      }
    }
  } while (h !== 1);
}

interface Output {
  readonly numbers: readonly number[];
}

function print({ numbers }: Output): void {
  console.log(`Output: ${numbers.join(" ")}`);
}

function main(argv: Words): void {
  const argc = argv.length;
  const a = memory.slice(0, argc);
  for (let i = 0; i < argc - 1; i++) {
    a[i] = Number(argv[i + 1]);
  }
  shell_sort(a, argc);
  print({ numbers: a.slice(0, argc - 1) });
}

main(["sample", ...process.argv.slice(2)]);
