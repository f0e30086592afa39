import { Code, ConnectError } from "@connectrpc/connect";
import { UserError } from "../../core/user-error.ts";

/** The engine will say the same again. Everything else may pass. */
const refused: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.PermissionDenied,
  Code.Unauthenticated,
  Code.Unimplemented,
  Code.OutOfRange,
]);

/** An error of a call, whatever the library made of it. */
export function callError(error: unknown): ConnectError {
  return ConnectError.from(error, Code.Unavailable);
}

/** A certificate that is not trusted stays so; to the library, the connection is just not there. */
const certificate = /certificate|self[- ]signed|ERR_TLS|ERR_SSL|alert|wrong version number/i;

export function isRefused(error: ConnectError): boolean {
  return refused.has(error.code) || certificate.test(reasonFor(error));
}

/** How engines and workers say that their disk, or what they may use of it, is full. */
const full = /no space left|out ?of ?space|insufficient storage|quota|disk (?:is )?full/i;

/** There is no room for files, as far as the reason tells; the code alone may also mean a message that is too long. */
export function isFull(reason: string): boolean {
  return full.test(reason);
}

export function reasonFor(error: ConnectError): string {
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return error.rawMessage.includes(cause) ? error.rawMessage : `${error.rawMessage}: ${cause}`;
}

export function refusal(url: string, error: ConnectError): UserError {
  const reason = reasonFor(error);
  const advice =
    error.code === Code.Unauthenticated || error.code === Code.PermissionDenied
      ? " Give a token by --engine-token-file or CULPRIT_ENGINE_TOKEN, or a certificate by --engine-cert and --engine-key."
      : certificate.test(reason)
        ? " --engine-ca names the certificate that signed the engine's."
        : "";
  return new UserError(`The engine ${url} refuses: ${Code[error.code]}: ${reason}.${advice}`, 1);
}
