// Generators that give to others, ask others, and are asked from elsewhere.
function note(n) {
  return n;
}

function* walk(tree) {
  for (const part of tree) {
    if (Array.isArray(part)) yield* walk(part);
    else yield note(part);
  }
  note(0);
}

function* tokens(text) {
  let at = 0;
  while (at < text.length) {
    note(at);
    yield text[at++];
  }
}

function first(given) {
  return given.next().value;
}

function work() {
  const all = [...walk([1, [2, 3]])];
  const given = tokens("ab");
  const letters = [first(given), first(given)];
  return [all, letters];
}

console.log(work().join());
