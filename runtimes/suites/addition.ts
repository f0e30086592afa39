export type Environment = Readonly<Record<string, string | undefined>>;

/** What is added to a variable, and what separates it from what is there. */
export interface Addition {
  readonly text: string;
  readonly separator: string;
  /** It comes before what is there, not after it. */
  readonly isFirst?: true;
}

export function extend(before: string | undefined, { text, separator, isFirst }: Addition): string {
  if (!before) return text;
  return isFirst ? text + separator + before : before + separator + text;
}
