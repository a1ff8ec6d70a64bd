import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEventStoreDbDouble } from '../eventstoredb-double/index.js'
import { differences, transcribe } from './transcript.js'

/** The second half of `npm run laws:esdb`: asks the node, writes its transcript, and says where the double departs from it. */
const node = process.env['FORGEFOLD_ESDB']
if (node === undefined || node === '') {
  console.error('FORGEFOLD_ESDB names no node: FORGEFOLD_ESDB=esdb://localhost:2113?tls=false npm run laws:esdb')
  process.exit(2)
}

const kept = process.env['FORGEFOLD_ESDB_TRANSCRIPT']
const file = resolve(kept ?? fileURLToPath(new URL('../../golden/esdb-transcript.json', import.meta.url)))
const double = await startEventStoreDbDouble()
// One after the other: the client keeps the pending appends of all its instances in one place, and the first to end fails the other's.
const real = await transcribe(node)
const ours = await transcribe(double.connectionString)
await double.stop()
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(real, undefined, 2)}\n`)
const differing = differences(real, ours)
console.log(`${Object.keys(real).length} questions asked; the transcript is ${file}`)
for (const sentence of differing) console.log(sentence)
process.exit(differing.length === 0 ? 0 : 1)
