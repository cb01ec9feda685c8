import { Socket } from "node:net";

export interface ConnectionBlock extends Disposable {
  /** Where connections were tried to since the last call, as `host:port` or a socket's path. */
  take(): readonly string[];
}

/** Lets no socket of this process connect any more, and keeps where it was tried to. */
export function blockConnections(): ConnectionBlock {
  let tried: string[] = [];
  const original = Object.getOwnPropertyDescriptor(Socket.prototype, "connect");
  Object.defineProperty(Socket.prototype, "connect", {
    ...original,
    value(this: Socket, ...given: readonly unknown[]) {
      tried.push(targetOf(given));
      process.nextTick(() => this.destroy(new Error("connections are not allowed here")));
      return this;
    },
  });
  return {
    take() {
      const taken = tried;
      tried = [];
      return taken;
    },
    [Symbol.dispose]() {
      if (original !== undefined) Object.defineProperty(Socket.prototype, "connect", original);
    },
  };
}

/** The forms of `socket.connect`: options, a port and host, a path, or the list Node's own callers normalise to. */
function targetOf(given: readonly unknown[]): string {
  const [first, second] = given;
  if (Array.isArray(first)) return targetOf(first as readonly unknown[]);
  if (typeof first === "object" && first !== null) {
    const { host, port, path } = first as { host?: unknown; port?: unknown; path?: unknown };
    return typeof path === "string" ? path : `${String(host ?? "localhost")}:${String(port)}`;
  }
  if (typeof first === "number") return `${typeof second === "string" ? second : "localhost"}:${first}`;
  return String(first);
}
