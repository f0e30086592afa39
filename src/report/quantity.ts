const english = new Intl.NumberFormat("en-US");

/** 3,842,577,240 */
export function count(n: number): string {
  return english.format(n);
}

/** 12 ms, 3.4 s, 2 min 5 s, 3 h 7 min */
export function duration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** "1 answer", "2 answers"; `words` is the plural. */
export function counted(n: number, words: string): string {
  return `${count(n)} ${n === 1 ? words.replace(/(?<=ch|sh|ss|x)es$|s$/, "") : words}`;
}
