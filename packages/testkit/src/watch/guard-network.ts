import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import type { Attempt } from "./attempt.ts";
import { replaceMethod, type Method } from "./replace-method.ts";

export interface NetworkGuard extends Disposable {
  /** What was tried since the last call. A connection stands as `host:port` or as a socket's path. */
  take(): readonly Attempt[];
  /** From now on connections are made, and still told. Nothing listens nevertheless. */
  letConnect(): void;
}

const REFUSED = "reaching the network is not allowed here";

/** Lets this process reach no network and open no port, and keeps what it tried. */
export function guardNetwork(): NetworkGuard {
  let attempts: Attempt[] = [];
  let mayConnect = false;
  const note = (kind: Attempt["kind"], target: string): void => void attempts.push({ kind, target });
  /** Told each time; done only when connecting is allowed. */
  const guarded =
    (kind: Attempt["kind"], target: (given: readonly unknown[]) => string, refuse: Method) =>
    (original: Method): Method =>
      function guardedMethod(this: unknown, ...given) {
        if (kind !== "look_up" || !mayConnect) note(kind, target(given));
        const isAllowed = mayConnect && kind !== "listen";
        return (isAllowed ? original : refuse).apply(this, given);
      };

  const restores = [
    replaceMethod(net.Socket.prototype, "connect", guarded("connect", connectionOf, destroySoon)),
    replaceMethod(net.Server.prototype, "listen", guarded("listen", connectionOf, emitErrorSoon)),
    replaceMethod(dgram.Socket.prototype, "bind", guarded("listen", connectionOf, emitErrorSoon)),
    replaceMethod(dgram.Socket.prototype, "connect", guarded("connect", connectionOf, emitErrorSoon)),
    replaceMethod(dgram.Socket.prototype, "send", guarded("send", datagramTarget, callBackSoon)),
    ...[dns, dns.Resolver.prototype].flatMap((owner) =>
      lookupsOf(owner).map((name) => replaceMethod(owner, name, guarded("look_up", firstOf, callBackSoon))),
    ),
    ...[dns.promises, dns.promises.Resolver.prototype].flatMap((owner) =>
      lookupsOf(owner).map((name) => replaceMethod(owner, name, guarded("look_up", firstOf, rejectSoon))),
    ),
  ];
  syncBuiltinESMExports();
  return {
    take() {
      const taken = attempts;
      attempts = [];
      return taken;
    },
    letConnect() {
      mayConnect = true;
    },
    [Symbol.dispose]() {
      for (const restore of restores) restore();
      syncBuiltinESMExports();
    },
  };
}

const destroySoon: Method = function destroySoon(this: unknown) {
  if (this instanceof net.Socket) process.nextTick(() => this.destroy(new Error(REFUSED)));
  return this;
};

const emitErrorSoon: Method = function emitErrorSoon(this: unknown) {
  if (this instanceof net.Server || this instanceof dgram.Socket)
    process.nextTick(() => this.emit("error", new Error(REFUSED)));
  return this;
};

const callBackSoon: Method = (...given) => {
  const callback = given.findLast((argument) => typeof argument === "function");
  if (callback !== undefined)
    process.nextTick(() => (callback as Method).call(undefined, new Error(REFUSED)));
};

const rejectSoon: Method = () => Promise.reject(new Error(REFUSED));

function lookupsOf(owner: object): readonly string[] {
  const found = Object.getOwnPropertyDescriptors(owner) as Readonly<Record<string, PropertyDescriptor>>;
  return Object.entries(found).flatMap(([name, { value }]) =>
    typeof value === "function" && /^(?:lookup|resolve|reverse)/.test(name) ? [name] : [],
  );
}

function firstOf([first]: readonly unknown[]): string {
  return String(first);
}

/** Of the forms of `connect` and `listen`: options, a port and host, a path, or the list Node's own callers normalise to. */
function connectionOf(given: readonly unknown[]): string {
  const [first, second] = given;
  if (Array.isArray(first)) return connectionOf(first as readonly unknown[]);
  if (typeof first === "object" && first !== null) {
    const { host, address, port, path } = first as Readonly<Record<string, unknown>>;
    return typeof path === "string" ? path : `${String(host ?? address ?? "localhost")}:${String(port ?? 0)}`;
  }
  if (typeof first === "number") return `${typeof second === "string" ? second : "localhost"}:${first}`;
  return typeof first === "string" ? first : "localhost:0";
}

/** `send(message, [offset, length,] port, address, …)` */
function datagramTarget([, ...rest]: readonly unknown[]): string {
  const at = rest.findIndex((argument) => typeof argument === "string");
  const numbers = rest.filter((argument) => typeof argument === "number");
  return `${at < 0 ? "localhost" : String(rest[at])}:${String(numbers.at(-1) ?? 0)}`;
}
