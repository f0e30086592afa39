import { Code, ConnectError } from "@connectrpc/connect";
import { EngineError } from "../engine-error.ts";
import { shortTlsReason, tlsAdvice } from "./tls.ts";

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
export function isRefused(error: ConnectError): boolean {
  return refused.has(error.code) || tlsAdvice(reasonFor(error)) !== undefined;
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

export function refusal(url: string, error: ConnectError): EngineError {
  const reason = shortTlsReason(reasonFor(error)).replace(/\.$/, "");
  if (!refused.has(error.code)) return new EngineError(`The engine ${url} refuses: ${reason}. ${tlsAdvice(reason)}`);
  const advice = adviceFor(error.code, reason);
  return new EngineError(`The engine ${url} refuses: ${Code[error.code]}: ${reason}.${advice && ` ${advice}`}`);
}

function adviceFor(code: Code, reason: string): string {
  if (code === Code.Unauthenticated || code === Code.PermissionDenied) {
    return "Give a token by --engine-token-file or CULPRIT_ENGINE_TOKEN, or a certificate by --engine-cert and --engine-key.";
  }
  return /instance/i.test(reason) ? "The instance is the path of the address: grpc://host:port/instance." : "";
}
