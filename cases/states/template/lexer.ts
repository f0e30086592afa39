/** Text as it is, `{{ … }}` to be shown, or `{% … %}` that does something. */
export interface Token {
  readonly kind: "text" | "show" | "tag";
  readonly text: string;
  readonly line: number;
}

export class TemplateError extends Error {
  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`);
  }
}

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const part of source.split(/(\{\{.*?\}\}|\{%.*?%\}\n?)/s)) {
    if (part.startsWith("{{")) tokens.push({ kind: "show", text: part.slice(2, -2).trim(), line });
    else if (part.startsWith("{%")) tokens.push({ kind: "tag", text: part.trim().slice(2, -2).trim(), line });
    else if (part !== "") tokens.push({ kind: "text", text: part, line });
    line += part.split("\n").length - 1;
  }
  return tokens;
}

/** Words of a tag: names, numbers, texts in quotes and signs. */
export function wordsOf(text: string, line: number): string[] {
  const words = text.match(/"[^"]*"|[\w.]+|==|!=|[|:,=()]|\S/g) ?? [];
  const odd = words.find((word) => !/^("[^"]*"|[\w.]+|==|!=|[|:,=()])$/.test(word));
  if (odd !== undefined) throw new TemplateError(`${odd} was not expected`, line);
  return words;
}
