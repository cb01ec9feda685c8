import type { Context } from "hono";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Wield</title>
<h1>Wield</h1>
<p>This server offers its tools to MCP clients, at the path <code>/mcp</code> of this address.
<p>A client sends the token of this server with each request:
<pre>Authorization: Bearer TOKEN</pre>
<p>The token stands after the <code>#</code> of the link you opened. Keep it to yourself: whoever has it is you.
</html>
`;

/** What a browser shows at the printed link. The same for everybody: the token stays in the browser. */
export function startPage(context: Context): Response {
  return context.html(PAGE, 200, {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
}
