import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const WORDS = "const function return await import export value path file error result string".split(" ");
const FOLDERS = 40;
const FOLDERS_IN_EACH = 50;

export interface TreeShape {
  readonly files: number;
  /** Every so many files hold the word `needle` once. */
  readonly filesPerNeedle: number;
}

/** Source files of 20 to 100 lines in 2000 folders, always the same ones. */
export async function makeTreeOfFiles(root: string, { files, filesPerNeedle }: TreeShape): Promise<void> {
  const random = createRandom();
  for (let index = 0; index < FOLDERS * FOLDERS_IN_EACH; index += 1) {
    await mkdir(join(root, folderOf(index)), { recursive: true });
  }
  for (let index = 0; index < files; index += 1) {
    const lines: string[] = [];
    for (let line = 20 + random(80); line > 0; line -= 1) {
      lines.push(Array.from({ length: 6 }, () => WORDS[random(WORDS.length)]).join(" "));
    }
    if (index % filesPerNeedle === 0) lines.push("// the needle is here");
    await writeFile(join(root, folderOf(index), `file${index}.ts`), `${lines.join("\n")}\n`);
  }
}

function folderOf(index: number): string {
  return `part${index % FOLDERS}/src/module${Math.floor(index / FOLDERS) % FOLDERS_IN_EACH}`;
}

/** Small whole numbers below the one given. */
function createRandom(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
