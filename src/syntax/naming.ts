const commonFields = ["name", "declarator", "left"];

/** Fields in which grammars have a declared name, and fields that lead to it. */
export const declaredNameFields: ReadonlySet<string> = new Set([...commonFields, "alias", "pattern"]);
export const fieldsLeadingToNames: ReadonlySet<string> = new Set(["type", "declaration", "definition"]);

/** Fields that distinguish a node from others of its kind. */
export const distinguishingFields: ReadonlySet<string> = new Set([...commonFields, "key"]);
