import { describeFault } from "./describe-fault.ts";

/** Runs what saves something; a failure says in plain words what could not be saved and why. */
export async function saving<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${what} could not be saved: ${describeFault(error)}`, { cause: error });
  }
}
