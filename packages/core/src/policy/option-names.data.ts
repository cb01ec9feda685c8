/** Names of the same option, by program; `*` holds for programs that are not named. */
export const OPTION_NAMES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map<
  string,
  readonly (readonly string[])[]
>([
  [
    "*",
    [
      ["-f", "--force"],
      ["-r", "-R", "--recursive"],
      ["-v", "--verbose"],
      ["-q", "--quiet", "--silent"],
      ["-n", "--dry-run"],
      ["-i", "--interactive"],
      ["-o", "--output"],
      ["-h", "--help"],
      ["-y", "--yes", "--assume-yes"],
      ["-a", "--all"],
    ],
  ],
  [
    "rm",
    [
      ["-r", "-R", "--recursive"],
      ["-f", "--force"],
      ["-i", "--interactive"],
      ["-d", "--dir"],
      ["-v", "--verbose"],
    ],
  ],
  [
    "git",
    [
      ["-f", "--force", "--force-with-lease", "--force-if-includes"],
      ["-D"],
      ["-d", "--delete"],
      ["-n", "--no-verify", "--dry-run"],
      ["-a", "--all"],
      ["-m", "--message", "--move"],
      ["-u", "--set-upstream", "--update"],
      ["-q", "--quiet"],
      ["-v", "--verbose"],
      ["-i", "--interactive"],
      ["-p", "--patch"],
    ],
  ],
  [
    "chmod",
    [
      ["-R", "--recursive"],
      ["-v", "--verbose"],
      ["-f", "--silent", "--quiet"],
    ],
  ],
  [
    "curl",
    [
      ["-o", "--output"],
      ["-O", "--remote-name"],
      ["-d", "--data"],
      ["-F", "--form"],
      ["-T", "--upload-file"],
      ["-X", "--request"],
      ["-k", "--insecure"],
      ["-L", "--location"],
      ["-s", "--silent"],
      ["-u", "--user"],
      ["-H", "--header"],
    ],
  ],
  [
    "docker",
    [
      ["-f", "--force", "--file", "--follow", "--filter"],
      ["-v", "--volume", "--volumes"],
    ],
  ],
]);
