import { findPlaces, openRuntime } from "@wield/app";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { examine } from "../doctor/examine.ts";
import { examineModels } from "../doctor/examine-models.ts";
import { examineServers } from "../doctor/examine-servers.ts";
import { examineHome } from "../doctor/examine-home.ts";
import { finding } from "../doctor/finding.ts";
import type { Finding } from "../doctor/finding.ts";
import { renderFindings } from "../doctor/render-findings.ts";
import { runtimeFlags } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

/** `wield doctor`. A configuration that stops every other command is one finding here. */
export const run: RunCommand = async (input) => {
  const { io, flags } = input;
  const findings = await look(input);
  if (flags.has("json")) io.out.line(jsonText(findings));
  else
    io.out.write(
      renderFindings(findings, { columns: Math.min(100, io.out.columns), colours: io.out.colours }),
    );
  return findings.some(({ health }) => health === "fault") ? 1 : 0;
};

async function look(input: CommandInput): Promise<readonly Finding[]> {
  const { cwd, env, version } = input;
  const flags = runtimeFlags(input.flags);
  const program = finding(
    "program",
    "ok",
    `wield ${version} on Node ${process.versions.node}, ${process.platform}`,
  );
  const places = findPlaces({
    cwd,
    env,
    ...(flags.workspace === undefined ? {} : { workspaceFlag: flags.workspace }),
  });
  if (!places.ok) return [program, finding("places", "fault", places.message)];
  const { home, workspaceRoot } = places.value;
  const found = [program, finding("workspace", "ok", workspaceRoot), examineHome(home)];
  const logged: string[] = [];
  const opened = await openRuntime({
    cwd,
    env,
    flags,
    surface: "terminal",
    log: (level, message) => {
      if (level === "warn" || level === "error") logged.push(message);
    },
  });
  if (!opened.ok) {
    const details = opened.hint === undefined ? [] : [opened.hint];
    return [
      ...found,
      finding("configuration", "fault", "a wrong configuration stops the start", [
        ...opened.message.split("\n"),
        ...details,
      ]),
    ];
  }
  try {
    found.push(...(await examine(opened.value)), await examineModels(opened.value, env));
    found.push(...(await examineServers(opened.value)));
  } finally {
    await opened.value.close();
  }
  return logged.length === 0 ? found : [...found, finding("log", "fault", "the start was not clean", logged)];
}
