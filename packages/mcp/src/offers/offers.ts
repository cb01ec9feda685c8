import type {
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import type { Conversation, Outcome } from "@wield/core";
import type { McpRuntime } from "../serve/serve-options.ts";

/** Where one request works: nothing that is offered is global. */
export interface OfferScope {
  readonly runtime: McpRuntime;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
}

/** Things a client can read by their address. */
export interface ResourceSource {
  list(scope: OfferScope): Promise<readonly Resource[]>;
  readonly templates: readonly ResourceTemplateType[];
  /** Nothing when the address is not one of this source. */
  read(uri: string, scope: OfferScope): Promise<Outcome<ReadResourceResult> | undefined>;
}

/** Texts a person can put into a conversation by their name. */
export interface PromptSource {
  list(scope: OfferScope): Promise<readonly Prompt[]>;
  /** Nothing when there is no prompt of that name. */
  get(
    name: string,
    values: Readonly<Record<string, string>>,
    scope: OfferScope,
  ): Promise<Outcome<GetPromptResult> | undefined>;
}

/** What a server offers besides its tools. What is empty is not announced. */
export interface Offers {
  readonly resources: readonly ResourceSource[];
  readonly prompts: readonly PromptSource[];
}
