// Set up in every test file of the measured lane: programs that a test starts with `process.execPath` are measured too.
const program = process.env["WIELD_COVERAGE_NODE"];
if (program === undefined) throw new Error("start scripts/coverage.ts instead");
process.execPath = program;
