/** What the mutator writes to its descriptor 3, one line of JSON each. */
export type MutatorReport =
  | { readonly kind: "ready" }
  /** Written before the call is made: the hashes are of the whole file, `null` where there is none. */
  | {
      readonly kind: "begin";
      readonly what: Mutation;
      /** Relative to the workspace. */
      readonly path: string;
      readonly before: string | null;
      readonly after: string;
      readonly beforeBytes: number;
      readonly afterBytes: number;
    }
  | {
      readonly kind: "end";
      readonly path: string;
      readonly callId: string;
      readonly status: string;
      readonly said: string;
    };

export type Mutation = "new" | "overwrite" | "append" | "edit";

export type Beginning = Extract<MutatorReport, { readonly kind: "begin" }>;
