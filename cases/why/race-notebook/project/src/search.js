/** Notes with all of the words, those with a word in the title first. */
export function search(notes, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text, word) => text.toLowerCase().includes(word);
  const rank = ({ title }) => (words.some((word) => has(title, word)) ? 0 : 1);
  return notes
    .filter(({ title, tags, body }) => words.every((word) => has(`${title} ${tags.join(" ")} ${body}`, word)))
    .sort((a, b) => rank(a) - rank(b));
}
