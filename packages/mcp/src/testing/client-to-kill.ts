import type { FixtureOptions } from "./fixture-options.ts";
import { call, startRaw } from "./raw-client.ts";

const client = startRaw(JSON.parse(process.argv[2] ?? "") as FixtureOptions);
await client.initialize();
client.send(call(1, "start_child"));
const { result } = (await client.answer(1)) as { result: { structuredContent: { pid: number } } };
console.log(JSON.stringify({ server: client.child.pid, child: result.structuredContent.pid }));
