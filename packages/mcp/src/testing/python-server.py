"""An MCP server over standard input and output, written with nothing but Python's standard library."""

import json
import sys

TOOLS = [
    {
        "name": "add",
        "description": "Add two numbers.",
        "inputSchema": {
            "type": "object",
            "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
            "required": ["a", "b"],
        },
    },
    {"name": "greet/\u4e16\u754c", "description": "Greet somebody.", "inputSchema": {"type": "object"}},
]


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "python", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        given = params.get("arguments") or {}
        if params["name"] == "add":
            text = str(given["a"] + given["b"])
        else:
            text = "h\u00e4llo " + str(given.get("who", "\U0001f30d"))
        return {"content": [{"type": "text", "text": text}]}
    if method == "ping":
        return {}
    return None


for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if result is None:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    else:
        reply["result"] = result
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\r\n")
    sys.stdout.buffer.flush()
