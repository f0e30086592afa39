import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { type EngineAddress, readText } from "../engine-address.ts";

/** The texts of the certificates and the key that the user names. Throws if TLS cannot use them. */
export function readTlsFiles({ ca, cert, key }: Pick<EngineAddress, "ca" | "cert" | "key">): TlsTexts {
  const texts = {
    ...(ca === undefined ? {} : { ca: readText(ca, "--engine-ca") }),
    ...(cert === undefined ? {} : { cert: readText(cert, "--engine-cert") }),
    ...(key === undefined ? {} : { key: readText(key, "--engine-key") }),
  };
  // TLS passes over a --engine-ca without a certificate.
  if (texts.ca !== undefined) check(`--engine-ca: ${ca} has no certificate`, () => new X509Certificate(texts.ca!));
  check(`--engine-cert ${cert} and --engine-key ${key} cannot be used`, () => createSecureContext(texts));
  return texts;
}

interface TlsTexts {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

function check(what: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    throw new UserError(`${what}: ${shortTlsReason(reasonOf(error))}.`);
  }
}

/** What to do about a connection that TLS refuses; the first pattern that fits decides. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/wrong version number/i, "It has no TLS at this address: is it grpc://, or another port?"],
  [/expired|not yet valid/i, "It needs a new certificate, unless this machine's clock is wrong."],
  [/altnames|does not match/i, "In --engine, use a name that the engine's certificate is for."],
  [/alert/i, "It asks for a certificate of yours that it trusts: --engine-cert and --engine-key."],
  [/certificate|self[- ]signed|ERR_TLS|ERR_SSL/i, "--engine-ca names the certificate that signed the engine's."],
];

/** Undefined: the reason has nothing to do with TLS. */
export function tlsAdvice(reason: string): string | undefined {
  return advice.find(([pattern]) => pattern.test(reason))?.[1];
}

/**
 * Without what OpenSSL says of its own source, as in `80…:error:0A…:SSL routines:ssl3_get_record:wrong version number:../deps/…`, and
 * without what Node advises those who start it themselves.
 */
export function shortTlsReason(reason: string): string {
  return reason
    .replace(/; if the root CA is installed locally, .*/is, "")
    .replace(/(?:[0-9A-F]+:)?error:[0-9A-F]+:[^:]*:[^:]*:([^:]+).*/is, "$1");
}
