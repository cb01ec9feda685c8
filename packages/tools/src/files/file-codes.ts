/** Codes of the `files` service that its tools hand on. */
export const FILE_CODES = {
  bad_path: "The path carries decoration such as quotes or a line break; the hint has the clean one.",
  no_such_file: "Nothing is there; the hint names the closest paths that exist.",
  is_directory: "A folder is where a file is needed.",
  not_a_directory: "A file is where a folder is needed.",
  not_a_file: "A device, socket or FIFO is where a file is needed.",
  io_error: "The operating system refused, for the reason given.",
  binary: "The bytes are not UTF-8, nor UTF-16 with a byte-order mark.",
} as const;

/** For tools that write. */
export const WRITE_CODES = {
  ...FILE_CODES,
  stale: "Somebody else changed the file in the meantime.",
  too_large: "More than the tool takes.",
} as const;
