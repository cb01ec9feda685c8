// Prevents: a tool file that is checked against one `wield` in an editor and runs with another.
import { expect, test } from "vitest";
import * as published from "./index.ts";
import { makeBench } from "./testing/run-command.ts";

test("what the package exports is what a tool file gets", async () => {
  const bench = makeBench();
  bench.write(
    "home/tools/names.ts",
    `import * as wield from "wield";
     import * as z from "zod";
     export default wield.defineTool({
       name: "names", description: "Lists what wield exports.", input: z.strictObject({}), mutates: false,
       run: () => wield.ok(Object.keys(wield).toSorted().join(" ")),
     });`,
  );
  const { out } = await bench.run(["call", "names"]);
  expect(out.trim().split(" ")).toEqual(Object.keys(published).toSorted());
  bench.remove();
});
