/** A place in a source. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  /** Known for Node's programs only. */
  readonly column?: number;
  readonly function?: string;
  /** What the lane is about to do there, as in `reads counter` or `locks mutex queue_lock`. */
  readonly does?: string;
  /** The place for people, without what is done there. */
  readonly text: string;
}

/** `scene.c:84 (reads scenesLoaded)` */
export function placeText({ text, does }: Place): string {
  return does === undefined ? text : `${text} (${does})`;
}

/** The places of one sentence: where two of them differ only in their column, the texts of both have it. */
export function tellApart(places: readonly Place[]): Place[] {
  const columns = new Map<string, Set<number | undefined>>();
  for (const { text, column } of places) columns.set(text, (columns.get(text) ?? new Set()).add(column));
  return places.map((place) => {
    const { file, line, column, text } = place;
    const hasPosition = text === `${file}:${line}` && column !== undefined;
    return hasPosition && columns.get(text)!.size > 1 ? { ...place, text: `${text}:${column}` } : place;
  });
}

/** The file and the line, as far as they are known, for a finding. */
export function fileAndLine({ file, line }: Partial<Place> = {}): Pick<Place, "file" | "line"> {
  return { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}
