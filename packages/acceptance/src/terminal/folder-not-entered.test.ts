// Prevents: a command that runs in another folder than the one it was given, because the place says that the folder is
// there and the shell cannot enter it: no right to search it, or hidden by the sandbox.
import { expect, test } from "vitest";
import { eventually, openLocalBench, type TerminalBench } from "./terminal-bench.ts";

const openBench = (wantedShell: string): Promise<TerminalBench> =>
  openLocalBench({ wantedShell, wrap: (driver) => ({ ...driver, isFolder: async () => true }) });

test.each(["bash", "sh"])("in %s, a command is not run when its folder cannot be entered", async (shell) => {
  await using place = await openBench(shell);
  // One that is known to leave the shell alone, and one that is not.
  for (const command of ["pwd", "pwd; X=1"])
    expect(await place.call("terminal", { command, workdir: "shut" })).toMatchObject({
      status: "failed",
      code: "no_such_directory",
      message: `workdir ${place.home}/shut cannot be entered`,
    });
  expect(await place.run("pwd")).toBe(`${place.home}\n`);
});

test.each(["bash", "sh"])(
  "in %s, a session whose folder cannot be entered goes on at home",
  async (shell) => {
    await using place = await openBench(shell);
    expect(await place.run("mkdir gone; cd gone; rmdir ../gone")).toBe("(no output)");
    expect(await place.run("pwd")).toBe(
      `${place.home}\n… the folder ${place.home}/gone cannot be entered; the command ran in ${place.home}`,
    );
    expect(await place.run("pwd")).toBe(`${place.home}\n`);
  },
);

test.each(["bash", "sh"])("in %s, nothing runs in the background in another folder", async (shell) => {
  await using place = await openBench(shell);
  await place.run("pwd", { workdir: "shut", background: true });
  const said = await eventually(
    async () => place.call("process", { action: "log", process_id: "proc_0001" }),
    ({ data }) => JSON.stringify(data).includes('"failed"'),
  );
  expect(said.data).toMatchObject({
    exit_code: 126,
    output: `the folder ${place.home}/shut cannot be entered; the command was not run\n`,
  });
});
