import type { Secret } from "@wield/core";

/** Provider keys, tokens and passwords under their usual names. */
const SECRET_NAME =
  /(?:^|_)(?:(?:API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION)_?KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE)$/i;

/** Fields of a data source that are no secret and stay readable. */
const PLAIN_FIELD =
  /(?:__|^DS_)(?:HOST|HOSTNAME|PORT|USER|USERNAME|DATABASE|DBNAME|SCHEMA|ENGINE|REGION|SSLMODE)$/;

const SHORTEST_OTHER_FIELD = 9;

/** Values whose masking would only garble text: switches and short numbers. */
const NO_SECRET = /^(?:true|false|null|none|undefined|enabled|disabled|required|\d{1,8})$/i;

/**
 * Values of the environment that must not be shown: of variables whose name says so, and the fields of data sources
 * (`DS_…`) of more than 8 characters unless they are plain. The pipeline leaves out what is too short to mask.
 */
export function secretsFromEnvironment(env: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  const secrets: Secret[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value === "" || NO_SECRET.test(value)) continue;
    const isOtherField =
      name.startsWith("DS_") && !PLAIN_FIELD.test(name) && value.length >= SHORTEST_OTHER_FIELD;
    if (SECRET_NAME.test(name) || isOtherField) secrets.push({ name, value });
  }
  return secrets;
}
