const usual = ["name", "declarator", "left"];

/** What grammars call the place of a name that is declared, and the places on the way to it. */
export const declaredName: ReadonlySet<string> = new Set([...usual, "alias", "pattern"]);
export const leadingToNames: ReadonlySet<string> = new Set(["type", "declaration", "definition"]);

/** What they call the place of that by which one knows a node among others of its kind. */
export const distinguishing: ReadonlySet<string> = new Set([...usual, "key"]);
