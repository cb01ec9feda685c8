import packageJson from "../package.json" with { type: "json" };

/**
 * The first file that runs, built to a form that a very old Node reads too: it must say what Wield needs before
 * anything of a newer Node is touched. Nothing else is imported until it is known to work.
 */
const NEEDED_MAJOR = 24;
const VERSION_FLAGS = ["--version", "-v"];

const argv = process.argv.slice(2);
const first = argv[0];

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  process.stderr.write(
    `wield needs Node ${NEEDED_MAJOR} or newer; this is Node ${process.versions.node} (${process.execPath})\n`,
  );
  process.exitCode = 2;
} else if (first !== undefined && VERSION_FLAGS.includes(first)) {
  process.stdout.write(`wield ${packageJson.version}\n`);
} else {
  void import("./start/start-process.ts").then(({ startProcess }) => startProcess(argv, packageJson.version));
}
