/** Commands that are denied in every mode unless a person sets `terminal.blocked`. */
export const DEFAULT_BLOCKED_COMMANDS: readonly string[] = [
  "rm -r /",
  "mkfs *",
  "mkfs.* *",
  "shutdown *",
  "reboot *",
  "halt *",
  "poweroff *",
  "systemctl shutdown *",
  "systemctl reboot *",
  "systemctl halt *",
  "systemctl poweroff *",
  "init 0",
  "init 6",
  "telinit 0",
  "telinit 6",
];
