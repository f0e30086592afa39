import { createHmac, timingSafeEqual } from "node:crypto";

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (text) => JSON.parse(Buffer.from(text, "base64url").toString("utf8"));

/** A token that says who somebody is until a time, in seconds. */
export function sign(claims, secret) {
  const body = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${body}.${signature(body, secret)}`;
}

/** The claims of a token, or undefined if it does not count. */
export function verify(token, { secret, audience }) {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  const expected = Buffer.from(signature(`${parts[0]}.${parts[1]}`, secret));
  const given = Buffer.from(parts[2]);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const claims = decode(parts[1]);
  const now = Math.floor(Date.now() / 1000);
  return claims.aud === audience && claims.exp > now ? claims : undefined;
}

function signature(body, secret) {
  return createHmac("sha256", secret).update(body).digest("base64url");
}
