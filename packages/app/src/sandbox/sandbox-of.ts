import { createSandbox, type Sandbox } from "@wield/host";
import type { AllSettingValues } from "../config/app-settings.ts";
import { expandHome, type Places } from "../config/places.ts";

/** The sandbox that the settings ask for. Nothing is tried before the first command. */
export function sandboxOf(values: AllSettingValues, places: Places): Sandbox {
  return createSandbox({
    kind: values["sandbox.kind"],
    network: values["sandbox.network"],
    workspace: places.workspaceRoot,
    writable: [...values["files.write_roots"], ...values["sandbox.write"]],
    readable: values["files.read_roots"],
    hidden: values["sandbox.hide"].map((path) => expandHome(path, places.userHome)),
    sockets: values["sandbox.sockets"].map((path) => expandHome(path, places.userHome)),
    home: places.home,
    userHome: places.userHome,
  });
}
