import { isSameToken } from "./server-token.ts";

export interface AccessRules {
  readonly token: string;
  /** Besides the names of this machine itself. Exact. */
  readonly allowedHosts: readonly string[];
}

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Why a request is not served, as its answer; nothing when it may go on. */
export function judgeRequest(request: Request, { token, allowedHosts }: AccessRules): Response | undefined {
  const host = request.headers.get("host") ?? "";
  if (!LOOPBACK_NAME.test(host) && !allowedHosts.includes(host))
    return refuse(421, `the host ${JSON.stringify(host)} is not served here; see server.allowed_hosts`);
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, host))
    return refuse(403, "requests of other pages are not served");
  const url = new URL(request.url);
  if (isOpen(url.pathname, host)) return undefined;
  if (url.search.includes(token))
    return refuse(401, "the token stood in the address, where logs keep it: it has leaked; make a new one");
  const given = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given !== undefined && isSameToken(given, token)) return undefined;
  return refuse(401, "send the token of this server: Authorization: Bearer TOKEN", {
    "www-authenticate": "Bearer",
  });
}

/** The health is for anybody on this machine, and tells nothing but the version. */
function isOpen(path: string, host: string): boolean {
  return path === "/health" && LOOPBACK_NAME.test(host);
}

function isOwnOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

function refuse(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}
