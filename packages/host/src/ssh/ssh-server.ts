/** A server as a person names it, taken apart. */
export interface SshServer {
  /** For ssh: `name` or `user@name`. */
  readonly destination: string;
  readonly port?: number;
}

const NAME =
  /^(?:(?<user>[A-Za-z0-9_.][A-Za-z0-9_.@-]*)@)?(?<host>[A-Za-z0-9_.][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.%a-z]+\])(?::(?<port>\d{1,5}))?$/;

/**
 * `web`, `deploy@web`, `deploy@10.0.0.5:2222`, `root@[::1]:22`; a name may be one of the person's ssh configuration.
 * Nothing for anything else: no text of a setting becomes an option or a command.
 */
export function readSshServer(text: string): SshServer | undefined {
  const { user, host, port } = NAME.exec(text)?.groups ?? {};
  if (host === undefined) return undefined;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  const name = host.replaceAll(/[[\]]/g, "");
  return {
    destination: user === undefined ? name : `${user}@${name}`,
    ...(port === undefined ? {} : { port: Number(port) }),
  };
}
