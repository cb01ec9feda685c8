import { NotSavedError } from "@wield/core";
import { describeFault, faultCode } from "./describe-fault.ts";

/**
 * Runs what saves something; a failure says in plain words what could not be saved and why. What the file system
 * refuses is a `NotSavedError`.
 */
export async function saving<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const Fault = faultCode(error) === undefined ? Error : NotSavedError;
    throw new Fault(`${what} could not be saved: ${describeFault(error)}`, { cause: error });
  }
}
