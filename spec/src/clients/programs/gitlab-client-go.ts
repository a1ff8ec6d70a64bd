import assert from 'node:assert/strict'
import { join } from 'node:path'
import { execute, type ProjectClone } from '../bench.js'
import type { ForeignProgram } from '../program.js'
import { type GoWorld, makeGoWorld } from './go-world.js'
import { startHookReceiver } from './hook-receiver.js'

/** How one method of the client ended (spec/clients/go). */
interface Outcome {
  readonly method: string
  readonly outcome: 'filled' | 'empty' | 'refused' | 'unserved' | 'unbuilt' | 'failed' | 'undecodable'
  readonly detail?: string
}

/** What the client takes for numbers, and the reference implementation documents and sends as text. */
const TEXTS = ['ApplicationStatistics.GetApplicationStatistics']

/** What no answer says: the client itself refuses to send it. */
const UNSENT = ['GroupImportExport.ImportFile']

/** So many methods read or write something at least; fewer means that the world got poorer, or the API. */
const FEWEST = { reads: 250, writes: 318 }

const callAll = async (place: ProjectClone, kind: keyof typeof FEWEST, world: GoWorld): Promise<void> => {
  place.write(`${kind}.json`, JSON.stringify(world))
  const said = await execute(place, place.clone, place.goProgram, [kind, join(place.clone, `${kind}.json`)])
  const all = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
  const excused = [...TEXTS, ...UNSENT]
  const wrong = all.filter(
    ({ method, outcome }) => outcome === 'failed' || (outcome === 'undecodable' && !excused.includes(method)),
  )
  assert.deepEqual(wrong, [])
  const filled = all.filter(({ outcome }) => outcome === 'filled').length
  assert.ok(filled >= FEWEST[kind], `only ${filled} of ${all.length} methods had an answer: ${kind}`)
}

/** Calls every method of the Go client, and has it take every answer apart as its types say. */
export const gitlabClientGo: ForeignProgram = {
  name: 'gitlab.com/gitlab-org/api/client-go',
  registry: 'Go',
  tried:
    'every method that reads, then every one that writes, by reflection, on one of everything that can be made: no answer that its types refuse',
  use: async (place) => {
    const receiver = await startHookReceiver()
    try {
      const { reads, writes } = await makeGoWorld(place, receiver.url)
      await callAll(place, 'reads', reads)
      await callAll(place, 'writes', writes)
    } finally {
      await receiver.close()
    }
  },
}
