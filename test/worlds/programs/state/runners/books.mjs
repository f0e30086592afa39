export function firstBook(items) {
  const book = items.find(({ kind }) => kind === "book");
  return book.name.toUpperCase();
}
