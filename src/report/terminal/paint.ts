/** Colours for a terminal, or none. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  /** For what the reader should look at. */
  readonly marked: (text: string) => string;
}

export function paint(colours: boolean): Paint {
  const code = (open: string, close: string) => (text: string) =>
    colours && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: code("1", "22"),
    dim: code("2", "22"),
    red: code("31", "39"),
    green: code("32", "39"),
    yellow: code("33", "39"),
    marked: code("1;7;31", "22;27;39"),
  };
}
