import { addsKeys, onlyStricter, type Setting, type Zod } from "@wield/core";

/** How one server stands in the configuration. */
export interface McpServerSetting {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly insecure?: boolean;
  readonly enabled?: boolean;
  readonly toolsets?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly timeout?: number;
  readonly trust_hints?: boolean;
  readonly sandbox?: boolean;
  readonly resources?: boolean;
  readonly per_session?: boolean;
}

const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/;

const CHANGES = ["warn", "block"] as const;

const texts = (z: Zod) => z.array(z.string()).readonly();
const textByName = (z: Zod) => z.record(z.string(), z.string());

export const MCP_SERVER_SETTINGS = {
  "mcp.servers": {
    description:
      "MCP servers whose tools are used: NAME: {command, args, env, cwd} or {url, headers}. ${NAME} in a value takes an environment variable.",
    default: {},
    allowed:
      "a map of name to {command, args, env, cwd | url, headers, insecure; type, enabled, toolsets, include, exclude, timeout, trust_hints, sandbox, resources, per_session}",
    schema: (z) =>
      z.record(
        z.string().regex(SERVER_NAME),
        z.strictObject({
          command: z.string().min(1).exactOptional(),
          args: texts(z).exactOptional(),
          env: textByName(z).exactOptional(),
          cwd: z.string().min(1).exactOptional(),
          url: z.string().min(1).exactOptional(),
          headers: textByName(z).exactOptional(),
          type: z.string().exactOptional(),
          insecure: z.boolean().exactOptional(),
          enabled: z.boolean().exactOptional(),
          toolsets: texts(z).exactOptional(),
          include: texts(z).exactOptional(),
          exclude: texts(z).exactOptional(),
          timeout: z.number().positive().max(1_000_000).exactOptional(),
          trust_hints: z.boolean().exactOptional(),
          sandbox: z.boolean().exactOptional(),
          resources: z.boolean().exactOptional(),
          per_session: z.boolean().exactOptional(),
        }),
      ),
    workspace: addsKeys(),
    protects: true,
  } satisfies Setting<Readonly<Record<string, McpServerSetting>>>,
  "mcp.on_change": {
    description:
      "What happens when a server changes a tool it offered before: warn tells it, block hides the tool until a person accepts it.",
    default: "warn" as (typeof CHANGES)[number],
    allowed: CHANGES.join(", "),
    schema: (z) => z.enum(CHANGES),
    workspace: onlyStricter(CHANGES),
    protects: true,
  } satisfies Setting<(typeof CHANGES)[number]>,
};
