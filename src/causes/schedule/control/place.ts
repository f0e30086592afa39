/** A place in a source. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
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

/** The file and the line, as far as they are known, for a finding. */
export function fileAndLine({ file, line }: Partial<Place> = {}): Pick<Place, "file" | "line"> {
  return { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}
