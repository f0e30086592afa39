// The shortest text of each kind of node that a grammar allows: `{}` for a block, `0` for a number.

/** For each named rule of a grammar, its shortest text. Rules with tokens from outside the grammar have none. */
export function smallestTexts({ rules, externals = [] }) {
  const outside = new Set(externals.map(({ name }) => name));
  const known = {};
  const textOf = (rule) => {
    switch (rule.type) {
      case "BLANK":
        return "";
      case "STRING":
        return rule.value;
      case "PATTERN":
        return smallestMatch(rule.value);
      case "SYMBOL":
        return outside.has(rule.name) && !(rule.name in rules) ? undefined : known[rule.name];
      case "SEQ":
        return together(rule.members.map(textOf));
      case "CHOICE":
        return shortest(rule.members.map(textOf));
      case "REPEAT":
        return "";
      default:
        return rule.content ? textOf(rule.content) : undefined;
    }
  };
  // Each round knows texts of one more level of nesting, until none gets shorter.
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, rule] of Object.entries(rules)) {
      const text = textOf(rule);
      if (text === undefined || (known[name] !== undefined && cost(known[name]) <= cost(text))) continue;
      known[name] = text;
      changed = true;
    }
  }
  return Object.fromEntries(
    Object.entries(known).filter(([name, text]) => !name.startsWith("_") && isWhole.test(text)),
  );
}

/** What ends otherwise is an operator: few rules say where such may really stand. */
const isWhole = /^$|[\w)\]}>"'`;]$/;

/** Of equally long texts, plain words are the better ones; what is not ASCII looks like another language. */
function cost(text) {
  return text.length + (text.match(/\W/g)?.length ?? 0) / 100 + (text.match(/[^\0-\x7f]/g)?.length ?? 0) * 10;
}

/** Texts one after the other, with a space where they would run into one word. */
function together(texts) {
  if (texts.includes(undefined)) return undefined;
  return texts.reduce((sum, text) => sum + (/\w$/.test(sum) && /^\w/.test(text) ? " " : "") + text, "");
}

function shortest(texts) {
  return texts.filter((text) => text !== undefined).sort((a, b) => cost(a) - cost(b))[0];
}

/** A shortest text that a pattern matches, found by trying; names of one letter and numbers of one digit suffice. */
function smallestMatch(pattern) {
  const trials = ["", "0", "a", "A", '"', "\n", ".", "_", "0.", ".0", "''", '""', "//", "#", "/**/", "x0", "0x0"];
  try {
    const regex = new RegExp(`^(?:${pattern})$`, "u");
    return trials.find((trial) => regex.test(trial));
  } catch {
    return undefined;
  }
}
