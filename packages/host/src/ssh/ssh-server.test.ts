// Prevents: text of a setting that becomes an option of ssh or a command, and names people use that are refused.
import { expect, test } from "vitest";
import { readSshServer } from "./ssh-server.ts";

test.each([
  ["web", { destination: "web" }],
  ["prod-web.example.com", { destination: "prod-web.example.com" }],
  ["deploy@web", { destination: "deploy@web" }],
  ["deploy@10.0.0.5:2222", { destination: "deploy@10.0.0.5", port: 2222 }],
  ["root@[::1]:22", { destination: "root@::1", port: 22 }],
  ["first.last@corp@bastion", { destination: "first.last@corp@bastion" }],
])("%s is a server", (text, server) => {
  expect(readSshServer(text)).toEqual(server);
});

test.each([
  "",
  " web",
  "-oProxyCommand=touch /tmp/x",
  "deploy@-oProxyCommand=x",
  "-l@web",
  "web;id",
  "web $(id)",
  "web:0",
  "web:70000",
  "web:22:23",
  "a b",
  "web\n",
  "::1",
])("%j is none", (text) => {
  expect(readSshServer(text)).toBeUndefined();
});
