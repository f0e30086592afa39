export interface Item {
  readonly name: string;
  readonly kind: "book" | "toy";
}

export class Cart {
  readonly items: Item[] = [];

  add(name: string, kind: Item["kind"]): this {
    this.items.push({ name, kind });
    return this;
  }
}

export function firstBook(cart: Cart): string {
  const book = cart.items.find(({ kind }) => kind === "book");
  return book!.name.toUpperCase();
}
