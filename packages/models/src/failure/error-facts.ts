/** What can be known of an error, whoever threw it. */
export interface ErrorFacts {
  readonly httpStatus: number | undefined;
  /** The provider's own words, one line. */
  readonly message: string;
  /** The provider's words for the kind of failure: its `type`, `code`, `status` and `reason`, lower case. */
  readonly words: readonly string[];
  /** Everything that was said, lower case, to look for phrases. */
  readonly text: string;
  /** Codes of the machine, such as ECONNREFUSED. */
  readonly systemCodes: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** From the body, as Google tells it. */
  readonly retryAfterMs: number | undefined;
}

const MAX_CAUSES = 5;
const MAX_MESSAGE = 500;

/** Reads what the AI SDK, the platform's fetch or the provider's own error object say. */
export function errorFacts(error: unknown): ErrorFacts {
  const chain = causesOf(error);
  const fields = chain.map(fieldsOf);
  const bodies = fields.flatMap(({ responseBody, data }) => [parsed(responseBody), data]).filter(isObject);
  const details = [...bodies, ...chain.filter(isObject)].flatMap(errorObjects);
  const said = details
    .map(({ message }) => message)
    .find((message) => typeof message === "string" && message.trim() !== "");
  const own = fields.map(({ message }) => message).filter((message) => message !== "");
  const message = oneLine(typeof said === "string" ? said : wordsOf(own, fields));
  return {
    httpStatus: [...fields.map(({ status }) => status), ...details.map(numberIn)].find(
      (status) => status !== undefined,
    ),
    message,
    words: details
      .flatMap((detail) => [detail["type"], detail["code"], detail["status"], detail["reason"]])
      .flatMap((word) => (typeof word === "string" ? [word.toLowerCase()] : [])),
    text: [message, ...own, ...fields.map(({ responseBody }) => responseBody)].join("\n").toLowerCase(),
    systemCodes: fields.flatMap(({ code }) =>
      typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code) ? [code] : [],
    ),
    headers: fields.find(({ headers }) => headers !== undefined)?.headers ?? {},
    retryAfterMs: bodies.map(retryInfoMs).find((ms) => ms !== undefined),
  };
}

interface Fields {
  readonly message: string;
  readonly status: number | undefined;
  readonly code: unknown;
  readonly responseBody: string;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

function fieldsOf(error: unknown): Fields {
  const given = isObject(error) ? error : {};
  const { message, statusCode, code, responseBody, data, value, responseHeaders } = given;
  return {
    message: typeof error === "string" ? error : typeof message === "string" ? message : "",
    // Below 300 the answer had begun: the status says nothing about what failed.
    status: typeof statusCode === "number" && statusCode >= 300 ? statusCode : undefined,
    code,
    responseBody: typeof responseBody === "string" ? responseBody : "",
    // What could not be understood may be an error of another form.
    data: data ?? value,
    headers: isObject(responseHeaders) ? (responseHeaders as Record<string, string>) : undefined,
  };
}

/** The last cause is the real one; a page of a proxy is told by its beginning. */
function wordsOf(own: readonly string[], fields: readonly Fields[]): string {
  const real =
    own.length > 1 &&
    /^(fetch failed|cannot connect to api|terminated|failed to process successful response)/i.test(
      own[0] ?? "",
    )
      ? own.slice(1)
      : own;
  const words = [...new Set(real.length === 0 ? own : real)].join(": ");
  const body = fields.find(({ responseBody }) => responseBody !== "")?.responseBody ?? "";
  const codes = fields.flatMap(({ code }) =>
    typeof code === "string" && !words.includes(code) ? [code] : [],
  );
  const beginning =
    body === ""
      ? ""
      : ` — ${body
          .replaceAll(/<[^>]*>/g, " ")
          .trim()
          .slice(0, 200)}`;
  return `${[words === "" ? "an unknown error" : words, ...codes].join(" ")}${beginning}`;
}

function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && chain.length < MAX_CAUSES;) {
    chain.push(next);
    if (!isObject(next)) break;
    const several = next["errors"];
    next = next["cause"] ?? (Array.isArray(several) ? several[0] : undefined);
  }
  return chain;
}

/** `{error: {…}}`, `[{error: {…}}]`, `{response: {error: {…}}}` or the error itself. */
function errorObjects(body: Record<string, unknown>): readonly Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  const add = (candidate: unknown): void => {
    if (typeof candidate === "string") found.push({ message: candidate });
    if (!isObject(candidate)) return;
    found.push(candidate);
    const details = candidate["details"];
    if (Array.isArray(details))
      for (const detail of details as readonly unknown[]) if (isObject(detail)) found.push(detail);
  };
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (!isObject(first)) return found;
  add(first["error"]);
  if (isObject(first["response"])) add(first["response"]["error"]);
  if (isObject(first["error"]) && isObject(first["error"]["metadata"])) {
    const { raw } = first["error"]["metadata"];
    add(typeof raw === "string" ? (parsed(raw)?.["error"] ?? raw) : raw);
  }
  if (found.length === 0 && !(first instanceof Error)) add(first);
  return found;
}

/** `code` is a number where it is an HTTP status. */
function numberIn(detail: Record<string, unknown>): number | undefined {
  const { code, status_code: status } = detail;
  const number = typeof status === "number" ? status : typeof code === "number" ? code : Number(code);
  return Number.isInteger(number) && number >= 400 && number < 600 ? number : undefined;
}

function retryInfoMs(body: Record<string, unknown>): number | undefined {
  for (const { retryDelay } of errorObjects(body)) {
    const seconds = typeof retryDelay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1] : undefined;
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function oneLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE).toWellFormed()}…` : line;
}
