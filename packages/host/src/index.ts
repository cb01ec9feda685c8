export { createIdSource } from "./clock/id-source.ts";
export type { IdSourceOptions } from "./clock/id-source.ts";
export { systemClock } from "./clock/system-clock.ts";
export { createCommandParser } from "./commands/create-command-parser.ts";
export { createLocalFiles, localFilesHolding } from "./files/local-files.ts";
export type { LocalFilesOptions } from "./files/local-files.ts";
export { createLocalProcesses } from "./processes/local/local-processes.ts";
