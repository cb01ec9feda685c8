import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The same cases on places that have to be started first: a container engine, a server. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ["packages/*/src/**/*.backend.ts"] } }),
);
