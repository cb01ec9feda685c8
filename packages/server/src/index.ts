export { startServer } from "./start-server.ts";
export type { RunningServer, StartServerOptions } from "./start-server.ts";
