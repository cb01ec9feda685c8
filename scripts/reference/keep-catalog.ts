import { catalogPage, undescribedParameters } from "./catalog-page.ts";
import { keepFile } from "./keep-file.ts";
import type { ListedTool } from "./live-registry.ts";
import { strayToolFiles } from "./stray-tool-files.ts";

export interface CatalogRequest {
  readonly listed: readonly ListedTool[];
  /** Folder of the sources of the tools that ship. */
  readonly source: string;
  /** Where the page is. */
  readonly path: string;
  readonly isCheck: boolean;
  /** Told what is wrong. Default: standard error. */
  readonly tell?: (text: string) => void;
}

/**
 * Writes the catalog, or compares it when it is only checked. False when something is wrong, which is told: the page
 * is not what the registry says, a tool file is not in the registry, a parameter has no description. Then nothing is
 * written.
 */
export function keepCatalog(request: CatalogRequest): boolean {
  const { listed, source, path, isCheck, tell = console.error } = request;
  const names = new Set(listed.map(({ tool }) => tool.name));
  const faults = [
    ...strayToolFiles(source, names).map(
      (file) => `${file} defines a tool that the registry does not have; see scripts/generate-tool-list.ts`,
    ),
    ...undescribedParameters(listed),
  ];
  for (const fault of faults) tell(fault);
  if (faults.length > 0 && !isCheck) return false;
  const isKept = keepFile({ path, text: catalogPage(listed) }, isCheck);
  if (!isKept) tell("the tool catalog is not what the registry says; run npm run catalog");
  return isKept && faults.length === 0;
}
