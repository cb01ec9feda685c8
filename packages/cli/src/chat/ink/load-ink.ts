import type * as Ink from "ink";
import type * as React from "react";

export interface InkParts {
  readonly ink: typeof Ink;
  readonly react: typeof React;
}

/**
 * The library that draws. It reads once, while it is loaded, whether it is developed with; the variable is not left
 * behind for programs that tools start.
 */
export async function loadInk(): Promise<InkParts> {
  const { env } = process;
  const before = env["NODE_ENV"];
  env["NODE_ENV"] = "production";
  try {
    const [ink, react] = await Promise.all([import("ink"), import("react")]);
    return { ink, react };
  } finally {
    if (before === undefined) delete env["NODE_ENV"];
    else env["NODE_ENV"] = before;
  }
}
