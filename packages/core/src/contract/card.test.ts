// Prevents: a price that is not the price of what a model carries.
import { expect, test } from "vitest";
import * as z from "zod";
import { toolCard, tokenPrice } from "./card.ts";
import { defineTool } from "./define-tool.ts";
import { ok } from "./result.ts";

const spec = {
  name: "weather",
  description: "Tell the weather.",
  input: z.strictObject({ city: z.string().describe("Its name.") }),
  mutates: false,
  run: () => ok("fine"),
};

test("a card is what a model always carries, and its price its characters by four, rounded up", () => {
  const plain = defineTool(spec);
  expect(toolCard(plain)).toEqual({
    name: "weather",
    description: "Tell the weather.",
    schema: plain.input.json,
  });
  const characters = "weather".length + "Tell the weather.".length + JSON.stringify(plain.input.json).length;
  expect(tokenPrice(plain)).toBe(Math.ceil(characters / 4));
  const guided = defineTool({ ...spec, guidance: "abcd" });
  expect(toolCard(guided).guidance).toBe("abcd");
  expect(tokenPrice(guided)).toBe(tokenPrice(plain) + 1);
});
