import { unheard } from './choose.js'
import { namedTests, readHeard } from './files.js'

/** After all tests have run: whether each test that the pages name for a parameter was heard to send it. Argument: where the run kept what it heard. */
const findings = unheard(namedTests(), readHeard(process.argv[2] ?? ''))
for (const finding of findings) console.error(finding)
if (findings.length > 0) {
  console.error(`${findings.length} parameters: have a test send them, then npm run parameters -- TEST…`)
  process.exitCode = 1
}
