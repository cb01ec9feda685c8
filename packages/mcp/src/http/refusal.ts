/** An answer in the protocol's own form to a request that reaches no session. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
