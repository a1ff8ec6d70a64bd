import { startEventStoreDbDouble } from '../../eventstoredb-double/index.js'

/** An EventStoreDB double in a process of its own. Argument: how many milliseconds everything takes each way. */
const double = await startEventStoreDbDouble()
double.faults.delay(Number(process.argv[2] ?? 0))
console.log(`http://${double.address}:${double.port}`)
process.on('SIGTERM', () => process.exit(0))
