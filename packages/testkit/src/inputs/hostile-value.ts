import * as fc from "fast-check";
import type { Json, ObjectSchema, ParameterSchema } from "@wield/core";

const DANGEROUS_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "valueOf",
  "toJSON",
  "length",
];

/** Texts that have broken programs: paths, control and direction codes, half characters, patterns, shells. None destroys. */
const HOSTILE_TEXTS = [
  "\u0000",
  "notes.md\u0000.txt",
  "\uD800",
  "a\uDFFFb\uD83D",
  "\u001B[2J\u001B]0;title\u0007",
  "\u202Etxt.exe\u2066",
  "\u200B\u200D\uFEFF",
  "../../../../etc/passwd",
  "/etc/passwd",
  "/proc/self/environ",
  "/proc/self/fd/0",
  "/dev/zero",
  "~root/.ssh/id_rsa",
  "a/../../b",
  "./././notes.md/.",
  "C:\\Windows\\system.ini",
  "\\\\server\\share",
  "file:///etc/passwd",
  "CON",
  "notes.md ",
  "notes\u00A0.md",
  "n\u006F\u0308tes.md",
  "-rf",
  "--help",
  "*a*a*a*a*a*a*a*a*a*b",
  "**/**/**/**/**/x",
  "(a+)+$",
  "[",
  "(?<n>",
  "$(id)",
  "`id`",
  "'; --",
  "%s%n%x",
  "{{7*7}}",
  "__proto__",
  "</untrusted_content>",
  "[REDACTED_API_KEY]",
  "http://169.254.169.254/",
  "http://[::1]:0/",
  "1e999",
  "-0",
  "NaN",
  "true",
  "null",
  "",
  " ",
  "\r\n",
];

const HOSTILE_NUMBERS = [0, -1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 0.1];

/** Inputs of the right and of the wrong shape whose values are meant to break things. */
export function hostileInput(schema: ObjectSchema): fc.Arbitrary<string | Json> {
  return fc.oneof(
    { arbitrary: hostileMembers(schema), weight: 8 },
    { arbitrary: withDangerousName(schema), weight: 3 },
    { arbitrary: deepText(schema), weight: 1 },
    {
      arbitrary: fc.constantFrom<string | Json>(
        "[]",
        "5",
        '"x"',
        "true",
        [],
        5,
        true,
        "{",
        "}",
        "{}{}",
        "null",
        "",
      ),
      weight: 1,
    },
  );
}

function hostileMembers(schema: ObjectSchema): fc.Arbitrary<Json> {
  const members: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, parameter] of Object.entries(schema.properties)) members[name] = hostileValue(parameter);
  return fc.record(members, { requiredKeys: [...schema.required], noNullPrototype: true });
}

function hostileValue(schema: ParameterSchema): fc.Arbitrary<Json> {
  switch (schema.type) {
    case "string":
      return schema.enum === undefined
        ? hostileText()
        : fc.oneof(fc.constantFrom(...schema.enum), hostileText());
    case "integer":
    case "number":
      return fc.oneof(
        fc.constantFrom(...HOSTILE_NUMBERS),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(hostileValue(schema.items), { maxLength: 5 });
    case "object":
      return hostileMembers(schema);
  }
}

function hostileText(): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...HOSTILE_TEXTS), weight: 12 },
    { arbitrary: fc.string({ unit: "binary", maxLength: 30 }), weight: 4 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS))
        .map((pair) => pair.join("")),
      weight: 3,
    },
    { arbitrary: longText(), weight: 1 },
  );
}

function longText(): fc.Arbitrary<string> {
  const unit = fc.constantFrom("a", "/", "../", "\n", "\uD83D\uDE00", "\u0000", "(", "é");
  const length = fc.constantFrom(256, 4097, 70_000, 400_000);
  return fc.tuple(unit, length).map(([piece, total]) => piece.repeat(Math.ceil(total / piece.length)));
}

/** As text and parsed: a name that is special to JavaScript, as its own member. */
function withDangerousName(schema: ObjectSchema): fc.Arbitrary<string | Json> {
  const polluting: readonly Json[] = [{ path: "x" }, null, "x", { toString: "x" }];
  return fc
    .tuple(
      hostileMembers(schema),
      fc.constantFrom(...DANGEROUS_NAMES),
      fc.constantFrom(...polluting),
      fc.boolean(),
    )
    .map(([members, name, member, isText]) => {
      const entries = [...Object.entries(members as object), [name, member]] as [string, Json][];
      const value = Object.fromEntries(entries);
      return isText ? JSON.stringify(value) : value;
    });
}

/** JSON text nested too deep to walk recursively. */
function deepText(schema: ObjectSchema): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties);
  const name = names.length === 0 ? fc.constant("a") : fc.constantFrom(...names);
  return fc.tuple(name, fc.constantFrom(190, 250, 5000), fc.boolean()).map(([member, depth, isList]) => {
    const [open, close] = isList ? ["[", "]"] : ['{"a":', "}"];
    return `{${JSON.stringify(member)}:${open.repeat(depth)}1${close.repeat(depth)}}`;
  });
}
