export type FileKind = "file" | "directory" | "link" | "other";
