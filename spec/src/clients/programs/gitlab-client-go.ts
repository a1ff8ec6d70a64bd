import assert from 'node:assert/strict'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'
import { makeGoWorld } from './go-world.js'

/** How one method of the client ended (spec/clients/go). */
interface Outcome {
  readonly method: string
  readonly outcome: 'filled' | 'empty' | 'refused' | 'unserved' | 'unbuilt' | 'failed' | 'undecodable'
  readonly detail?: string
}

/** What the client takes for numbers, and the reference implementation documents and sends as text. */
const TEXTS = ['ApplicationStatistics.GetApplicationStatistics']

/** So many methods read something at least; fewer means that the world got poorer, or the API. */
const FEWEST = 235

/** Calls every method of the Go client that reads, and has it take every answer apart as its types say. */
export const gitlabClientGo: ForeignProgram = {
  name: 'gitlab.com/gitlab-org/api/client-go',
  registry: 'Go',
  tried:
    'every method that reads, by reflection, on one of everything that can be read: no answer that its types refuse',
  use: async (place) => {
    place.write('world.json', JSON.stringify(await makeGoWorld(place)))
    const said = await execute(place, place.clone, place.goProgram, [join(place.clone, 'world.json')])
    const all = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
    const wrong = all.filter(
      ({ method, outcome }) => outcome === 'failed' || (outcome === 'undecodable' && !TEXTS.includes(method)),
    )
    assert.deepEqual(wrong, [])
    const filled = all.filter(({ outcome }) => outcome === 'filled').length
    assert.ok(filled >= FEWEST, `only ${filled} of ${all.length} methods read something`)
  },
}
