import type { ReactElement } from "react";
import { keyPresses } from "../editor/key-press.ts";
import type { InkParts } from "./load-ink.ts";
import type { ScreenController } from "./screen-controller.ts";

/** The chat on the screen: finished parts above, drawn once; below them what changes. */
export function chatScreen({ ink, react }: InkParts, controller: ScreenController): ReactElement {
  const { Box, Static, Text, useCursor, useInput, usePaste, useWindowSize } = ink;
  const { createElement: element, useEffect, useLayoutEffect, useSyncExternalStore } = react;

  function Screen(): ReactElement {
    const { batch, printed, screen } = useSyncExternalStore(controller.subscribe, controller.frame);
    const { columns, rows } = useWindowSize();
    const { setCursorPosition } = useCursor();
    useInput((input, key) => keyPresses(input, key).forEach(controller.press));
    usePaste(controller.paste);
    useLayoutEffect(() => controller.shown(batch, printed.length), [batch, printed.length]);
    useEffect(() => controller.draw(), [columns, rows]);
    setCursorPosition({ x: screen.cursor.column, y: screen.cursor.row });
    return element(
      Box,
      { flexDirection: "column" },
      element(Static<string>, {
        key: batch,
        items: [...printed],
        children: (text: string, index: number) => element(Text, { key: index }, text),
      }),
      element(Text, { wrap: "truncate" }, screen.lines.join("\n")),
    );
  }

  return element(Screen);
}
