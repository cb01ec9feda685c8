// Takes the write lock of a database and holds it until a line comes.
import { DatabaseSync } from "node:sqlite";

const [path = "", mode = "normal"] = process.argv.slice(2);
const database = new DatabaseSync(path);
if (mode === "exclusive") database.exec("PRAGMA locking_mode = EXCLUSIVE");
database.exec("BEGIN EXCLUSIVE");
console.log("held");
process.stdin.once("data", () => {
  database.exec("COMMIT");
  database.close();
  console.log("released");
  process.stdin.pause();
});
