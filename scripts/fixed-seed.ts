// Before each test file: generated inputs are the same in every run, so that a change is judged by what it changes.
// WIELD_TEST_SEED takes others, `random` ones of chance.
import { configureGlobal } from "fast-check";

const { WIELD_TEST_SEED = "1" } = process.env;
if (WIELD_TEST_SEED !== "random") configureGlobal({ seed: Number(WIELD_TEST_SEED) });
