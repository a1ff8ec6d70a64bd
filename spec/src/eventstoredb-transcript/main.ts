import { mkdirSync, writeFileSync } from 'node:fs'
import { startEventStoreDbDouble } from '../eventstoredb-double/index.js'
import { differences, transcribe } from './transcript.js'

/** The second half of `npm run laws:esdb`: asks the node, writes its transcript, and says where the double departs from it. */
const node = process.env['FORGEFOLD_ESDB']
if (node === undefined || node === '') {
  console.error('FORGEFOLD_ESDB names no node: FORGEFOLD_ESDB=esdb://localhost:2113?tls=false npm run laws:esdb')
  process.exit(2)
}

const folder = new URL('../../golden/', import.meta.url)
const double = await startEventStoreDbDouble()
const [real, ours] = [await transcribe(node), await transcribe(double.connectionString)]
await double.stop()
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('esdb-transcript.json', folder), `${JSON.stringify(real, undefined, 2)}\n`)
const differing = differences(real, ours)
console.log(`${Object.keys(real).length} questions asked; the transcript is spec/golden/esdb-transcript.json`)
for (const sentence of differing) console.log(sentence)
process.exit(differing.length === 0 ? 0 : 1)
