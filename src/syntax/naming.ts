const commonFields = ["name", "declarator", "left"];

/** What grammars call the place of a name that is declared, and the places on the way to it. */
export const declaredNameFields: ReadonlySet<string> = new Set([...commonFields, "alias", "pattern"]);
export const fieldsLeadingToNames: ReadonlySet<string> = new Set(["type", "declaration", "definition"]);

/** What they call the place of that by which one knows a node among others of its kind. */
export const distinguishingFields: ReadonlySet<string> = new Set([...commonFields, "key"]);
