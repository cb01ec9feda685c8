import { isSameToken } from "./server-token.ts";

export interface AccessRules {
  readonly token: string;
  /** Besides the names of this machine itself, with or without a port. Exact. */
  readonly allowedHosts: readonly string[];
}

/** What is known of a request before anything of it is served. */
export interface AskedRequest {
  /** Path and query, as they came. */
  readonly target: string;
  /** Of a name in small letters. */
  header(name: string): string | undefined;
  /** Whether it came from this machine. */
  readonly isLocal: boolean;
}

/** Why a request is not served. */
export interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly code: "wrong_host" | "wrong_origin" | "leaked_token" | "no_token" | "wrong_token";
  readonly message: string;
}

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Judges in this order: the host, the origin, the token. Nothing when the request may go on. */
export function judgeRequest(
  { target, header, isLocal }: AskedRequest,
  { token, allowedHosts }: AccessRules,
): Refusal | undefined {
  const host = header("host") ?? "";
  if (!LOOPBACK_NAME.test(host) && !allowedHosts.includes(host) && !allowedHosts.includes(withoutPort(host)))
    return refuse(
      421,
      "wrong_host",
      `the host ${JSON.stringify(host)} is not served here; see server.allowed_hosts`,
    );
  const origin = header("origin");
  if (origin !== undefined && !isOwnOrigin(origin, host))
    return refuse(403, "wrong_origin", "requests of other pages are not served");
  if (target.includes(token) || decoded(target).includes(token))
    return refuse(
      401,
      "leaked_token",
      "the token stood in the address, where logs keep it: it has leaked; wield serve --new-token makes a new one",
    );
  if (/^\/health(?:\?|$)/.test(target) && isLocal && LOOPBACK_NAME.test(host)) return undefined;
  const given = /^Bearer (\S+)$/i.exec(header("authorization") ?? "")?.[1];
  if (given !== undefined && isSameToken(given, token)) return undefined;
  if (target === "/" || target === "/?") return undefined;
  return given === undefined
    ? refuse(401, "no_token", "send the token of this server: Authorization: Bearer TOKEN")
    : refuse(
        401,
        "wrong_token",
        "this is not the token of this server; it is in server.token of Wield's home",
      );
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, "");
}

/** Letter by letter: what is broken elsewhere in the address hides nothing. */
function decoded(target: string): string {
  return target.replaceAll(/%([2-7][0-9a-f])/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function isOwnOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

function refuse(status: Refusal["status"], code: Refusal["code"], message: string): Refusal {
  return { status, code, message };
}
