/** A rule of the schema subset that is broken, with the parameter's path (empty for the root). */
export class SchemaFault extends Error {
  readonly path: string;
  constructor(path: string, rule: string) {
    super(path === "" ? rule : `${path} ${rule}`);
    this.path = path;
  }
}
