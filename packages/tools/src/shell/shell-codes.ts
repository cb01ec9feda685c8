/** Failures that running anything can meet, wherever it runs. */
export const SHELL_CODES = {
  shell_failed: "The shell could not start; the sentence says why.",
  sandbox_unavailable: "A sandbox was asked for that cannot be used.",
  backend_unavailable: "The place where commands run cannot be reached.",
} as const;
