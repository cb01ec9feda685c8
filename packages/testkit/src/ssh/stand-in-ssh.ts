import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A program `ssh` whose server is a folder of this machine. The real one is tried with `npm run test:backends`. */
export interface StandInSsh {
  /** The home of that server; its folder `app` is there. */
  readonly home: string;
  readonly app: string;
  /** For the environment of a runtime. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file of the server, making its folders. Returns its path. */
  write(path: string, content: string): string;
  /** Ends the login that is there, as a network that fails does; what it started goes on. */
  drop(): void;
  /** From now on a login never ends by itself. Gives the file that is there once one has begun. */
  hang(): string;
  /** Whether the login's own shell never gets to the program that is asked for, while a login itself works. */
  delayPrograms(isOn: boolean): void;
  /** From now on a login fails and says this; nothing: it works. */
  fail(said: string | undefined): void;
}

/** Program and server are made below `root`. */
export function standInSsh(root: string): StandInSsh {
  const bin = join(root, "bin");
  const home = join(root, "server");
  const app = join(home, "app");
  for (const folder of [bin, app]) mkdirSync(folder, { recursive: true });
  const trouble = join(bin, "trouble");
  const login = join(bin, "login");
  const hanging = join(bin, "hanging");
  const delaying = join(bin, "delaying");
  const begun = join(bin, "begun");
  const program = join(bin, "ssh");
  writeFileSync(
    program,
    `#!/bin/sh
case "$*" in *ControlMaster=yes*) echo $$ >'${login}'; if [ -e '${hanging}' ]; then : >'${begun}'; exec sleep 600; fi; if [ -e '${trouble}' ]; then cat '${trouble}' >&2; exit 255; fi ;; *) if [ -e '${delaying}' ]; then exec sleep 600; fi ;; esac
for last; do :; done
cd '${home}'
exec env -i HOME='${home}' USER=deploy SHELL=/bin/sh PATH=/usr/local/bin:/usr/bin:/bin ON_SERVER=yes /bin/sh -c "$last"
`,
  );
  chmodSync(program, 0o755);
  return {
    home,
    app,
    env: { PATH: `${bin}:${process.env["PATH"] ?? "/usr/bin:/bin"}` },
    write: (path, content) => {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    hang: () => {
      writeFileSync(hanging, "");
      return begun;
    },
    delayPrograms: (isOn) => {
      if (isOn) writeFileSync(delaying, "");
      else rmSync(delaying, { force: true });
    },
    drop: () => void process.kill(Number(readFileSync(login, "utf8")), "SIGKILL"),
    fail: (said) => {
      if (said === undefined) rmSync(trouble, { force: true });
      else writeFileSync(trouble, said);
    },
  };
}
