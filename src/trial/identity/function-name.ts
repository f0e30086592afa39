/**
 * A C++ or Rust function without what differs from one instance to the next: argument lists, template arguments,
 * return type, hashes, and the suffixes of copies that the optimiser made.
 */
export function functionName(signature: string): string {
  const plain = withoutBrackets(protect(signature.replace(/\s+/g, " ").trim()))
    .replace(copies, "")
    .replace(/::h[0-9a-f]{16}$/, "")
    .replace(/(?:::){2,}/g, "::")
    .replace(/::$/, "");
  return unprotect(withoutReturnType(plain.replace(qualifiers, "")));
}

/** `[clone .isra.0]` falls to the brackets; these are the forms without them. */
const copies = /(?:\.(?:isra|part|constprop|cold|llvm|lto_priv)(?:\.\d+)?)+$/;
const qualifiers = /(?:\s+(?:const|volatile|noexcept|&&?))+\s*$|\s+$/;

/** Replaces brackets that belong to a name by characters that no name has, until the other brackets are removed. */
function protect(signature: string): string {
  return signature
    .replaceAll("(anonymous namespace)", "❨anonymous namespace❩")
    .replace(/\boperator\s*(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|<=?|>=?|,)/g, (operator) =>
      operator.replace(/[()[\]<>]/g, (bracket) => "❨❩⟦⟧‹›"["()[]<>".indexOf(bracket)] ?? bracket),
    )
    .replaceAll("->", "-›")
    .replace(/^<+/, (open) => "‹".repeat(open.length)); // Rust: <Type as Trait>::method
}

function unprotect(name: string): string {
  return name.replace(/[❨❩⟦⟧‹›]/g, (sign) => "()[]<>"["❨❩⟦⟧‹›".indexOf(sign)] ?? sign).replaceAll("\u00a0", " ");
}

/** The text outside all brackets. `{lambda(int)#1}` and `{{closure}}` are names. */
function withoutBrackets(signature: string): string {
  let open = "";
  let outside = "";
  for (const char of signature) {
    if ("([<".includes(char)) open += char;
    else if (closes(char, open)) open = open.slice(0, -1);
    else if (open === "") outside += char === ">" ? "›" : char;
  }
  return outside;
}

/** A lone `>` within parentheses compares; it closes nothing. */
function closes(char: string, open: string): boolean {
  const pair = `${open.at(-1)}${char}`;
  return pair === "()" || pair === "[]" || pair === "<>";
}

/** The last word, which may contain spaces: `(anonymous namespace)::f`, `operator new`, `<A as B>::f`. */
function withoutReturnType(name: string): string {
  if (name.startsWith("‹")) return name;
  const whole = name
    .replaceAll("❨anonymous namespace❩", "❨anonymous\u00a0namespace❩")
    .replace(/\boperator /, "operator\u00a0");
  return whole.slice(whole.lastIndexOf(" ") + 1);
}
