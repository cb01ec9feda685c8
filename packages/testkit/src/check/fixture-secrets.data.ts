import type { Secret } from "@wield/core";

/** Stand in the environment of the process that runs the tool, and are registered there as secrets. Invented. */
export const FIXTURE_SECRETS: readonly Secret[] = [
  { name: "OPENAI_API_KEY", value: "sk-check-Vq7wZ2mN4tR8yB1cK5dF9gH3jL6pS0x" },
  { name: "GITHUB_TOKEN", value: "ghp_checkT4rXo8Lw2Zn6Yb0Qv5Kd9Mf3Hs7Jc1" },
  { name: "DATABASE_PASSWORD", value: "check-Wuj4-eKo9-bRa2-zMi7" },
];
