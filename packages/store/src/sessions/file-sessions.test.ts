// Prevents: sessions on disk that behave otherwise than the port says.
import { sessionStoreSuite } from "@wield/testkit";
import { expect, test } from "vitest";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

sessionStoreSuite("on disk", async () => (await openTestStore(temporaryHome())).sessions, { expect, test });
