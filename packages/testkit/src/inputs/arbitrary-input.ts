import * as fc from "fast-check";
import type { Json, ToolDefinition } from "@wield/core";
import { JSON_FORMS, writeJson } from "./broken-json.ts";
import { DAMAGES, damageValue } from "./damage.ts";
import { hostileInput } from "./hostile-value.ts";
import { validObject } from "./valid-value.ts";

/**
 * `valid`: decoding accepts it as it is. `near_valid`: a valid one with one or two faults, as a value or as text.
 * `hostile`: of any shape, with values that have broken programs before.
 */
export type InputKind = "valid" | "near_valid" | "hostile";

/** Arguments of a call, as a value or as the text a model would send. */
export type GeneratedInput = string | Json;

type InputContract = Pick<ToolDefinition, "input"> & Partial<Pick<ToolDefinition, "aliases">>;

/** Generates arguments for a tool's input schema; with `aliases` its misspellings are used too. */
export function arbitraryInput(tool: InputContract, kind: InputKind): fc.Arbitrary<GeneratedInput> {
  switch (kind) {
    case "valid":
      return validObject(tool.input);
    case "near_valid":
      return nearValid(tool);
    case "hostile":
      return hostileInput(tool.input.json);
  }
}

function nearValid(tool: InputContract): fc.Arbitrary<GeneratedInput> {
  const plan = fc.record({ damage: fc.constantFrom(...DAMAGES), choice: fc.nat(100_000) });
  const damaged = fc
    .tuple(validObject(tool.input), fc.array(plan, { minLength: 1, maxLength: 2 }))
    .map(([value, plans]) =>
      plans.reduce(
        (spoilt: Json, one) => damageValue(spoilt, tool.input.json, { ...one, aliases: tool.aliases ?? {} }),
        value,
      ),
    );
  const written = fc
    .tuple(fc.oneof(validObject(tool.input), damaged), fc.constantFrom(...JSON_FORMS), fc.nat(100_000))
    .map(([value, form, choice]) => writeJson(JSON.stringify(value), form, choice));
  return fc.oneof({ arbitrary: damaged, weight: 2 }, { arbitrary: written, weight: 1 });
}
