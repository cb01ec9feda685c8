// Prevents: one kind of trouble told as another, so that a person looks for it in the wrong place, or takes a changed key
// for a wrong password.
import { expect, test } from "vitest";
import { readSshTrouble } from "./ssh-trouble.ts";

const CHANGED = `@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
Someone could be eavesdropping on you right now (man-in-the-middle attack)!
It is also possible that a host key has just been changed.
The fingerprint for the ED25519 key sent by the remote host is
SHA256:abc+/123.
Please contact your system administrator.
Add correct host key in /home/a/.ssh/known_hosts to get rid of this message.
Offending ED25519 key in /home/a/.ssh/known_hosts:3
Host key for web has changed and you have requested strict checking.
Host key verification failed.
`;

const said: readonly [what: string, text: string, cause: string, sentence: string][] = [
  [
    "a changed key, which is also not verified",
    CHANGED,
    "host_key_changed",
    "the key of web changed: the known one is in /home/a/.ssh/known_hosts:3, now it is ED25519 SHA256:abc+/123; nothing was sent",
  ],
  [
    "a changed key while a login by password stays possible",
    `${CHANGED}Permission denied (publickey).\r\n`,
    "host_key_changed",
    "the key of web changed: the known one is in /home/a/.ssh/known_hosts:3, now it is ED25519 SHA256:abc+/123; nothing was sent",
  ],
  [
    "an unknown key",
    "Host key verification failed.\r\n",
    "host_key_unknown",
    "the key of web is not known; nothing was sent",
  ],
  [
    "an unknown key behind a jump host whose key is known",
    "debug1: Server host key: ssh-rsa SHA256:jump\r\ndebug1: Server host key: ssh-ed25519 SHA256:web\r\nNo ED25519 host key is known for web and you have requested strict checking.\r\nHost key verification failed.\r\n",
    "host_key_unknown",
    "the key of web is not known (ssh-ed25519 SHA256:web); nothing was sent",
  ],
  [
    "a refused login",
    "deploy@web: Permission denied (publickey,password).\r\n",
    "auth_failed",
    "web refused the login (deploy@web: Permission denied (publickey,password).)",
  ],
  [
    "a refused login at the jump host",
    "me@jump: Permission denied (publickey).\r\nConnection closed by UNKNOWN port 65535\r\n",
    "auth_failed",
    "web refused the login (me@jump: Permission denied (publickey).)",
  ],
  [
    "too many keys of an agent",
    "Received disconnect from 10.0.0.5 port 22:2: Too many authentication failures\r\n",
    "auth_failed",
    "web refused the login (Received disconnect from 10.0.0.5 port 22:2: Too many authentication failures)",
  ],
  [
    "no such name",
    "ssh: Could not resolve hostname web: Name or service not known\r\n",
    "unreachable",
    "could not connect to web: no such host (ssh: Could not resolve hostname web: Name or service not known)",
  ],
  [
    "nobody listens",
    "ssh: connect to host web port 22: Connection refused\r\n",
    "unreachable",
    "could not connect to web: refused (ssh: connect to host web port 22: Connection refused)",
  ],
  [
    "no answer",
    "ssh: connect to host web port 22: Connection timed out\r\n",
    "unreachable",
    "could not connect to web: timed out (ssh: connect to host web port 22: Connection timed out)",
  ],
  [
    "an account without a shell",
    "\nThis account is currently not available.\n",
    "unreachable",
    "could not connect to web: This account is currently not available.",
  ],
  ["nothing at all", "", "unreachable", "could not connect to web: no reason is known"],
];

test.each(said)("%s", (_what, text, cause, sentence) => {
  expect(readSshTrouble(text, "web")).toMatchObject({ cause, sentence });
});

test("what a person is to type is a line that ssh takes", () => {
  const refusal = "deploy@web: Permission denied (publickey).";
  expect(readSshTrouble(refusal, "deploy@web:2222").hint).toContain('"ssh -p 2222 deploy@web"');
  expect(readSshTrouble("Host key verification failed.", "web").hint).toContain('"ssh web"');
});
