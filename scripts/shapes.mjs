// What a grammar says of the children of each kind of node, in few words. A shape is
// - `"block"`, a child of this kind, or `"'="`, this token (of its own kind, marked by the apostrophe);
// - `["seq", …]`, `["choice", …]`, `["repeat", …]` (any number of times); `["seq"]` is nothing at all;
// - `["rule", "_statement"]`, what another rule says: one whose nodes the tree does not show.

/** The shapes of a grammar's rules, of the kinds that come from other rules, and what may stand between any two tokens. */
export function shapesOf({ rules, extras = [], supertypes = [], inline = [] }) {
  const unseen = new Set([...supertypes, ...inline]);
  const isSeen = (name) => !name.startsWith("_") && !unseen.has(name);

  const shapes = {};
  const kinds = {};
  for (const [name, rule] of Object.entries(rules)) {
    const shape = shapeOf(rule);
    if (!isEmpty(shape)) shapes[name] = shape;
  }
  for (const [kind, others] of aliases(rules)) {
    const own = kind in rules && isSeen(kind) ? [["rule", kind]] : [];
    kinds[kind] = distinct([
      ...own,
      ...others.map((rule) => (rule.type === "SYMBOL" ? ["rule", rule.name] : shapeOf(rule))),
    ]);
  }
  const names = extras.flatMap(({ type, name, value }) =>
    type === "SYMBOL" ? [name] : type === "ALIAS" ? [value] : [],
  );
  return { shapes, kinds, extras: names.filter(isSeen) };

  function shapeOf(rule) {
    switch (rule.type) {
      case "STRING":
        return `'${rule.value}`;
      case "SYMBOL":
        if (isSeen(rule.name)) return rule.name;
        return rule.name in rules ? ["rule", rule.name] : nothing; // tokens from outside that are not shown
      case "ALIAS":
        return optionalIf(mayBeEmpty(rule.content), rule.named ? rule.value : `'${rule.value}`);
      case "SEQ":
        return sequence(rule.members.map(shapeOf));
      case "CHOICE":
        return choice(rule.members.map(shapeOf));
      case "REPEAT":
        return repeat(shapeOf(rule.content));
      case "REPEAT1":
        return sequence([shapeOf(rule.content), repeat(shapeOf(rule.content))]);
      case "TOKEN":
      case "IMMEDIATE_TOKEN":
        return shapeOfToken(rule.content);
      case "BLANK":
      case "PATTERN":
        return nothing;
      default: // fields and precedences
        return shapeOf(rule.content);
    }
  }
}

/** Without text there is no node to give a name to. */
function optionalIf(condition, shape) {
  return condition ? choice([shape, nothing]) : shape;
}

/** Whether there need not be any text. (Rules always have some: tree-sitter insists.) */
function mayBeEmpty({ type, members, content }) {
  if (type === "SEQ") return members.every(mayBeEmpty);
  if (type === "CHOICE") return members.some(mayBeEmpty);
  if (type === "BLANK" || type === "REPEAT") return true;
  return content !== undefined && !type.endsWith("TOKEN") && mayBeEmpty(content);
}

/** A token is shown if it is a plain text. */
function shapeOfToken({ type, value, content }) {
  if (type === "STRING") return `'${value}`;
  return type.startsWith("PREC") ? shapeOfToken(content) : nothing;
}

const nothing = ["seq"];

function isEmpty(shape) {
  return Array.isArray(shape) && shape.length === 1;
}

function sequence(shapes) {
  const members = shapes.flatMap((each) => (each[0] === "seq" ? each.slice(1) : [each]));
  return members.length === 1 ? members[0] : ["seq", ...members];
}

function choice(shapes) {
  const members = shapes.flatMap((each) => (each[0] === "choice" ? each.slice(1) : [each]));
  const [only, ...others] = distinct(members);
  return others.length === 0 ? only : ["choice", only, ...others];
}

function distinct(shapes) {
  return [...new Map(shapes.map((each) => [JSON.stringify(each), each])).values()];
}

function repeat(shape) {
  return isEmpty(shape) ? nothing : ["repeat", shape];
}

/** The kinds that nodes have by another name than their rule's, with what these nodes really are. */
function aliases(rules) {
  const found = new Map();
  for (const { type, named, value, content } of everyRule(rules)) {
    if (type === "ALIAS" && named) found.set(value, [...(found.get(value) ?? []), content]);
  }
  return found;
}

function* everyRule(rules) {
  const waiting = Object.values(rules);
  for (let rule = waiting.pop(); rule; rule = waiting.pop()) {
    yield rule;
    waiting.push(...(rule.members ?? []), ...(rule.content ? [rule.content] : []));
  }
}
