export type { Runtime } from "./runtime.ts";
