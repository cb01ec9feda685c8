import type { FolderContent } from "../bench/workspace-folder.ts";

/** A picture of one grey pixel. */
const PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** The folder in which the check runs a tool's examples and generated calls. */
export const FIXTURE_FILES: FolderContent = {
  "notes.md": "# Notes\n\nBuy milk.\nCall Ada.\n",
  "todo.txt": "- [ ] write the report\n- [x] water the plants\n",
  "empty.txt": "",
  "windows.txt": "first\r\nsecond\r\n",
  "scripts.txt": "Grüße aus Ångström\n日本語のテキスト\n🙂 done\n",
  "data/table.csv": "name,count\napples,3\npears,5\n",
  "data/settings.json": '{"name": "fixture", "items": [1, 2, 3]}\n',
  "data/picture.png": PIXEL_PNG,
  "src/main.ts": 'import { add } from "./add.ts";\n\nconsole.log(add(1, 2));\n',
  "src/add.ts": "export function add(left: number, right: number): number {\n  return left + right;\n}\n",
  "src/long.txt": Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join(""),
};

/** One line per file of the fixture folder: path and size in bytes. */
export function describeFixture(): readonly string[] {
  return Object.entries(FIXTURE_FILES).map(
    ([path, content]) => `${path} (${Buffer.byteLength(content)} bytes)`,
  );
}
