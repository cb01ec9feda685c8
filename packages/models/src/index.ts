export type { ModelPort } from "@wield/core";
