import type { StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "@wield/core";

/** A schema that takes every object: what a server answers is read part by part, so that one bad part costs itself. */
export const asItCame: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "wield",
    validate: (given) =>
      isJsonObject(given) ? { value: given } : { issues: [{ message: "the answer is not an object" }] },
  },
};
