// Prevents: a login whose answer is not heard, or one that any page of this machine could answer.
import { expect, test } from "vitest";
import { hearRedirect } from "./hear-redirect.ts";

test("only the answer itself ends the waiting, and the browser is told to go back", async () => {
  const redirect = await hearRedirect();
  try {
    expect(redirect.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect((await fetch(new URL("/favicon.ico", redirect.url))).status).toBe(404);
    expect((await fetch(redirect.url)).status).toBe(404);
    const answer = await fetch(`${redirect.url}?state=s1&code=c1`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("go back to the terminal");
    const heard = await redirect.answered;
    expect([heard.get("state"), heard.get("code")]).toEqual(["s1", "c1"]);
  } finally {
    redirect.close();
  }
});
