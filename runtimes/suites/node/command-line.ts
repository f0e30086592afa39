/** Adds options to this process's command line. What comes after `--` are no options. */
export function addOptions(words: readonly string[]): void {
  const end = process.argv.indexOf("--", 2);
  process.argv.splice(end === -1 ? process.argv.length : end, 0, ...words);
}

/** Removes options from it: `-w 2`, `-w=2`, `--maxWorkers=2`. The word after one is its value if the option needs one, or if it is a number. */
export function removeOptions(names: readonly string[], { needingValue }: { readonly needingValue: RegExp }): void {
  process.argv = process.argv.filter((word, i, all) => {
    const before = all[i - 1] ?? "";
    const isValue = names.includes(before) && (needingValue.test(before) || /^\d+%?$/.test(word));
    return i < 2 || (!isValue && !names.includes(word.replace(/=.*/s, "")));
  });
}
