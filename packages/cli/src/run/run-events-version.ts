/** Of the events that `wield run --json` writes. Rises when a reader of the version before could not read them. */
export const RUN_EVENTS_VERSION = 1;
