/** What a program does with the paths it names. Programs that are in no table may read and write what they name. */
export interface ProgramRole {
  /** Of its operands. `last`: all but the last are read, the last is written. `moves`: the others go away. */
  readonly operands: "read" | "write" | "delete" | "last" | "moves" | "ignored";
  /** Operands before the paths, such as the mode of chmod. */
  readonly skips?: number;
  /** Options whose value is a path that is written. */
  readonly writes?: readonly string[];
  /** Options that make it work on all below a folder. */
  readonly recursive?: readonly string[];
}

const role = (operands: ProgramRole["operands"], more: Omit<ProgramRole, "operands"> = {}): ProgramRole => ({
  operands,
  ...more,
});

const names = (list: string, what: ProgramRole): readonly (readonly [string, ProgramRole])[] =>
  list.split(/\s+/).map((name) => [name, what] as const);

const RECURSIVE = ["-r", "-R", "--recursive"];

export const PROGRAM_ROLES: ReadonlyMap<string, ProgramRole> = new Map([
  ...names(
    "tee touch mkdir mkfifo mknod truncate fallocate unix2dos dos2unix patch ex vi vim nano emacs code",
    role("write"),
  ),
  ...names("chmod chown chgrp setfacl chattr", role("write", { skips: 1, recursive: RECURSIVE })),
  ...names("rm shred", role("delete", { recursive: [...RECURSIVE, "--recursive"] })),
  ...names("rmdir unlink", role("delete")),
  ...names(
    "cp install ln link scp rsync",
    role("last", { writes: ["-t", "--target-directory"], recursive: RECURSIVE }),
  ),
  ...names("mv rename", role("moves", { writes: ["-t", "--target-directory"] })),
  ...names(
    `cat tac nl head tail less more most bat file stat wc md5sum sha1sum sha256sum sha512sum b2sum cksum sum od hexdump xxd
    strings grep egrep fgrep zgrep rg ag ack diff cmp comm join paste cut fold fmt expand column ls dir vdir tree du df
    readlink realpath basename dirname test cd pushd popd source . cat zcat bzcat xzcat jq yq sha224sum nm objdump readelf
    ldd which whereis type awk gawk mawk nawk git find python python3 node nodejs bun deno perl ruby php lua bash sh dash
    zsh ksh tsx ts-node open xdg-open`,
    role("read"),
  ),
  ...names("sort", role("read", { writes: ["-o", "--output"] })),
  ...names("uniq", role("last")),
  ...names("sed gsed", role("read")),
  ...names("tar", role("read", { writes: ["-f", "--file", "-C", "--directory"] })),
  ...names("unzip", role("read", { writes: ["-d"] })),
  ...names("gzip gunzip bzip2 bunzip2 xz unxz zstd", role("write")),
  ...names(
    "curl",
    role("ignored", { writes: ["-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--trace"] }),
  ),
  ...names(
    "wget",
    role("ignored", {
      writes: ["-O", "--output-document", "-P", "--directory-prefix", "-o", "--output-file"],
    }),
  ),
  ...names(
    `echo printf true false : pwd date sleep exit return break continue shift set shopt export declare local readonly
    typeset unset kill pkill killall wait jobs bg fg ulimit umask uname whoami id hostname uptime free ps top seq expr
    yes alias let read getopts times ssh ping dig host nslookup env printenv trap eval exec builtin command sudo doas nice
    nohup timeout time setsid xargs npm npx yarn pnpm su kubectl docker podman apt apt-get dnf yum brew systemctl`,
    role("ignored"),
  ),
]);

/** Sub-commands of git that change the paths they name. */
export const GIT_WRITES: ReadonlyMap<string, "write" | "delete"> = new Map(
  [
    ["rm", "delete"],
    ["mv", "delete"],
    ["checkout", "write"],
    ["restore", "write"],
    ["clean", "delete"],
    ["apply", "read"],
    ["clone", "write"],
    ["init", "write"],
    ["worktree", "write"],
  ].flatMap(([name, use]) => (use === "read" ? [] : [[name, use] as [string, "write" | "delete"]])),
);
