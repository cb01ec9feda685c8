import { GUARD_SCRIPT } from "../guard/guard-script.data.ts";
import { makeOwnerMark } from "../guard/owner-mark.ts";
import { leftFolders } from "../guard/sweep-left.ts";
import { quoteWord } from "../shell/quote-word.ts";
import { askPlace } from "./ask-place.ts";
import type { RemoteChannel, RemotePlace } from "./remote-place.ts";

export interface RemoteGuard {
  /** For the mark of what is started now. */
  mark(): string;
  leave(): Promise<void>;
}

/**
 * A small program there that waits for the end of its connection, and ends what was started over it: so nothing runs on
 * there when our process was killed or the connection was lost. The state of shells stays, for the next connection; of
 * processes that are gone it is removed with the first.
 */
export function createRemoteGuard(place: RemotePlace): RemoteGuard {
  const owner = makeOwnerMark();
  let connection = 0;
  let current: Promise<RemoteChannel | undefined> | undefined;

  const open = async (mark: string): Promise<RemoteChannel | undefined> => {
    const opened = await place.open(`set -- ${mark} ''\n${GUARD_SCRIPT}`);
    if (!opened.ok) {
      current = undefined;
      return undefined;
    }
    const channel = opened.value;
    channel.output.listen(() => undefined);
    channel.errors.listen(() => undefined);
    void forgetAtEnd(channel);
    return channel;
  };
  const forgetAtEnd = async (channel: RemoteChannel): Promise<void> => {
    await channel.ended;
    current = undefined;
  };
  const removeLeft = async (): Promise<void> => {
    const listed = await askPlace(place, "cd /tmp && ls -d wield-shell-w*");
    const left = leftFolders(listed.ok ? listed.value.text.split("\n") : []);
    if (left.length > 0) await askPlace(place, `cd /tmp && rm -rf -- ${left.map(quoteWord).join(" ")}`);
  };

  return {
    mark: () => {
      if (current === undefined) {
        connection += 1;
        current = open(`${owner}g${connection}`);
        if (connection === 1) void removeLeft();
      }
      return `${owner}g${connection}`;
    },
    leave: async () => {
      const channel = await current;
      await channel?.write("leave\n");
      channel?.endInput();
    },
  };
}
