/** What a fixture server is started with, as JSON in its first argument. */
export interface FixtureOptions {
  /** `WIELD_HOME`. */
  readonly home: string;
  readonly cwd: string;
  /** As `--workspace`. */
  readonly workspace?: string;
  /** Makes every opening fail with this sentence. */
  readonly openFailure?: string;
  /** As `WIELD_LOG_LEVEL=debug`. */
  readonly isDebug?: boolean;
}
