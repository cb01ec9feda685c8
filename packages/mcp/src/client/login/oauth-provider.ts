import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** What is kept of a login, per server. */
export interface StoredLogin {
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
}

/** Where logins are kept: a file readable by its person only. */
export interface LoginStore {
  get(server: string): Promise<StoredLogin>;
  set(server: string, login: StoredLogin): Promise<void>;
}

export interface OAuthOptions {
  readonly server: string;
  readonly store: LoginStore;
  /** Where the authorization server sends the person's browser back to. */
  readonly redirectUrl: string;
  /** Shown the page on which a person agrees. */
  readonly onPage: (page: URL) => void | Promise<void>;
  /** A client that is registered there already. */
  readonly registered?: { readonly id: string; readonly secret?: string };
  /** Address of a document that describes this client, for servers that take one instead of a registration. */
  readonly metadataUrl?: string;
  readonly state: string;
}

type Discovered = Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>>;

/** The library's view of one server's login: registration and tokens are kept, the rest lives as long as the login. */
export function createOAuthProvider(options: OAuthOptions): OAuthClientProvider {
  const { server, store, redirectUrl, registered, metadataUrl } = options;
  let verifier: string | undefined;
  /** Which authorization server the person is sent to: the answer has to be for that one. */
  let discovered: Discovered;
  const clientMetadata: OAuthClientMetadata = {
    client_name: "Wield",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: "native",
    token_endpoint_auth_method: registered?.secret === undefined ? "none" : "client_secret_basic",
  };
  const change = async (by: StoredLogin): Promise<void> =>
    store.set(server, { ...(await store.get(server)), ...by });

  return {
    redirectUrl,
    clientMetadata,
    ...(metadataUrl === undefined ? {} : { clientMetadataUrl: metadataUrl }),
    state: () => options.state,
    clientInformation: async () =>
      registered === undefined
        ? (await store.get(server)).client
        : {
            client_id: registered.id,
            ...(registered.secret === undefined ? {} : { client_secret: registered.secret }),
          },
    saveClientInformation: (client) => change({ client }),
    tokens: async () => (await store.get(server)).tokens,
    saveTokens: (tokens) => change({ tokens }),
    redirectToAuthorization: (page) => options.onPage(page),
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => {
      if (verifier === undefined) throw new Error("no login is under way");
      return verifier;
    },
    saveDiscoveryState: (found) => {
      discovered = found;
    },
    discoveryState: () => discovered,
    invalidateCredentials: async (scope) => {
      if (scope === "discovery" || scope === "all") discovered = undefined;
      const { client, tokens } = await store.get(server);
      const keepsClient = scope === "tokens" || scope === "verifier" || scope === "discovery";
      const keepsTokens = scope === "client" || scope === "verifier" || scope === "discovery";
      await store.set(server, {
        ...(keepsClient && client !== undefined ? { client } : {}),
        ...(keepsTokens && tokens !== undefined ? { tokens } : {}),
      });
    },
  };
}
