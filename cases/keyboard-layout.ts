const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const digits = [..."0123456789"];
const marks = "Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Backquote Comma Period Slash".split(" ");
const moves = "Left Right Up Down Home End PageUp PageDown Insert Delete Backspace Tab Return Escape Space".split(" ");
const functions = Array.from({ length: 15 }, (_, i) => `F${i + 1}`);
const pad = ["KP_Add", "KP_Subtract", "KP_Multiply", "KP_Divide", "KP_Enter", "KP_Decimal"];
const modifiers = ["", "Shift+", "Ctrl+", "Alt+", "Shift+Ctrl+", "Shift+Alt+", "Ctrl+Alt+", "Meta+", "Shift+Meta+"];

/** How many definitions the layout of the book's story has. */
export const definitions = 865;

/** A keyboard layout: one definition a line, what each combination of keys does. */
export function keyboardLayout(): string[] {
  const keys = [...letters, ...digits, ...marks, ...moves, ...functions, ...pad];
  const combinations = modifiers.flatMap((modifier) => keys.map((key) => ({ modifier, key })));
  // All 83 keys with nine modifiers are fewer than the story's; the rest are dead keys for accents.
  const plain = combinations.map(({ modifier, key }) => `${modifier}${key} = ${action(modifier, key)}\n`);
  const accents = ["Grave", "Acute", "Circumflex", "Diaeresis", "Tilde"];
  const dead = accents.flatMap((accent) =>
    letters.map((letter) => `Dead_${accent} ${letter} = insert ${letter}_${accent}\n`),
  );
  return [...plain, ...dead].slice(0, definitions);
}

function action(modifier: string, key: string): string {
  if (modifier === "") return `insert ${key.toLowerCase()}`;
  if (modifier === "Shift+") return `insert ${key}`;
  if (modifier === "Alt+" && letters.includes(key)) return `insert symbol_${key.toLowerCase()}`;
  return `command ${modifier.toLowerCase().replaceAll("+", "-")}${key.toLowerCase()}`;
}
