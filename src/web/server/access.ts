import type { IncomingHttpHeaders } from "node:http";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** Why a request is refused: the status, and a sentence for people. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429;
  readonly message: string;
}

export interface Listening {
  /** What `--host` says; a loopback address by default. */
  readonly host: string;
  readonly port: number;
}

/**
 * Whether a request can come from our own page. Another page may make a browser send requests here (a form, an image, a name
 * that resolves to this machine): it then names another host, another origin, or says that it crosses sites.
 */
export function refuseStrangers(headers: IncomingHttpHeaders, listening: Listening): Refusal | undefined {
  const { host = "", origin } = headers;
  if (!hostsOf(listening).includes(host.toLowerCase()))
    return { status: 403, message: "This address is not the one that culprit serve printed." };
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return { status: 403, message: "Requests of other pages are refused." };
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return { status: 403, message: "Requests of other pages are refused." };
  return undefined;
}

/** The token of a request. It is in a header of its own, which no other page can make a browser send. */
export function tokenIn({ authorization = "" }: IncomingHttpHeaders): string {
  return /^Bearer (.+)$/.exec(authorization)?.[1] ?? "";
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A host as it stands in an address. */
export function inAddress(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** What the header Host may say. */
function hostsOf({ host, port }: Listening): string[] {
  const names = isLoopback(host) ? [host, "localhost", "127.0.0.1", "::1"] : [host, ...namesOfAll(host)];
  return names.flatMap((name) => {
    const written = inAddress(name.toLowerCase());
    return port === 80 ? [written, `${written}:80`] : [`${written}:${port}`];
  });
}

/** A server that listens on all addresses is reached by each of them. */
function namesOfAll(host: string): string[] {
  return isEveryAddress(host) ? ["localhost", ...machineAddresses().map(({ address }) => address)] : [];
}

function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function machineAddresses(): readonly NetworkInterfaceInfo[] {
  return Object.values(networkInterfaces()).flatMap((each) => each ?? []);
}

/** The hosts by which a browser reaches a server: this machine's own first, then those for other machines. */
export function openHosts(host: string, addresses = machineAddresses()): readonly string[] {
  if (!isEveryAddress(host)) return [host];
  // An address of IPv6 for one link only does not work in a browser.
  const others = addresses.filter(
    ({ family, internal, address }) =>
      !internal && (family === "IPv4" || (host === "::" && !/^fe[89ab]/i.test(address))),
  );
  return ["127.0.0.1", ...others.map(({ address }) => address)];
}
