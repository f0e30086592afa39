/** A comment as an API has it. */
export interface PostedComment {
  readonly id: number;
  readonly body: string;
}

/** The comments of one pull request. */
export interface CommentThread {
  list(): Promise<readonly PostedComment[]>;
  create(body: string): Promise<unknown>;
  update(id: number, body: string): Promise<unknown>;
}

/** What became of a comment. `omitted`: there was none, and none is wanted. */
export type CommentEnd = "created" | "updated" | "omitted";

/**
 * Leaves one comment for each job, however often it runs: a hidden line in the comment says whose it is. With `onlyUpdate`, only a
 * comment that is there already is changed, because there is not much to say.
 */
export async function postComment(
  thread: CommentThread,
  text: string,
  { job, onlyUpdate }: { readonly job: string; readonly onlyUpdate: boolean },
): Promise<CommentEnd> {
  const marker = `<!-- culprit ci ${encodeURIComponent(job).replaceAll("--", "%2D%2D")} -->`;
  const body = `${marker}\n${text}`;
  const own = (await thread.list()).find((each) => each.body.startsWith(marker));
  if (own) await thread.update(own.id, body);
  else if (onlyUpdate) return "omitted";
  else await thread.create(body);
  return own ? "updated" : "created";
}
