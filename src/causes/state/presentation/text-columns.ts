/** Letters that take two columns in a monospaced font. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns of a monospaced font a text takes. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, char) => sum + (wide.test(char) ? 2 : 1), 0);
}
