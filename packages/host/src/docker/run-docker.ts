import { execFile } from "node:child_process";

export interface DockerEngine {
  /** Default: `docker` of the PATH. */
  readonly program?: string;
  /** The engine's socket; default: the one the program finds by itself. */
  readonly socket?: string;
}

export interface DockerAnswer {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

const LIMIT_MS = 120_000;

/** One command of the engine's own program. Never rejects. */
export function runDocker(engine: DockerEngine, args: readonly string[]): Promise<DockerAnswer> {
  const { program = "docker" } = engine;
  const whole = [...engineWords(engine), ...args];
  return new Promise((resolve) => {
    execFile(program, whole, { timeout: LIMIT_MS, maxBuffer: 16 * 1024 * 1024 }, (error, output, errors) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      const said = error !== null && typeof error.code !== "number" ? error.message : "";
      resolve({ exitCode, output, errors: errors || said });
    });
  });
}

/** How the program is told which engine it is to ask. */
export function engineWords({ socket }: DockerEngine): readonly string[] {
  return socket === undefined ? [] : ["--host", `unix://${socket}`];
}
