import { isOpen, mayUse } from "./roles.js";
import { verify } from "./token.js";

/** Answers requests: `{ method, path, headers }` in, `{ status, body }` out. */
export function createApp({ secret, audience, notes = new Map() }) {
  return function handle({ method, path, headers = {} }) {
    if (isOpen(path)) return { status: 200, body: "welcome" };
    const session = verify(bearer(headers), { secret, audience });
    if (!session) return { status: 401, body: "please log in" };
    if (!mayUse(session.role, method)) return { status: 403, body: `not for a ${session.role}` };
    return notesRoute(notes, { method, path, user: session.sub });
  };
}

function bearer({ authorization = "" }) {
  return authorization.replace(/^Bearer /, "");
}

function notesRoute(notes, { method, path, user }) {
  const key = `${user}:${path}`;
  if (method === "GET") return notes.has(key) ? { status: 200, body: notes.get(key) } : { status: 404, body: "none" };
  if (method === "DELETE") return { status: notes.delete(key) ? 204 : 404, body: "" };
  notes.set(key, `note of ${user}`);
  return { status: 201, body: key };
}
