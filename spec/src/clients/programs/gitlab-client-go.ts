import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execute, type ProjectClone } from '../bench.js'
import type { ForeignProgram } from '../program.js'
import { type GoWorld, makeGoWorld } from './go-world.js'
import { type HookReceiver, startHookReceiver } from './hook-receiver.js'

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

/** The kinds of payloads that webhooks sent meanwhile. */
const EVENTS: ReadonlyArray<string> = [
  'Deployment Hook',
  'Issue Hook',
  'Job Hook',
  'Member Hook',
  'Merge Request Hook',
  'Note Hook',
  'Pipeline Hook',
  'Push Hook',
  'Release Hook',
  'System Hook',
  'Tag Push Hook',
]

const outcomes = async (place: ProjectClone, kind: string, told: unknown): Promise<ReadonlyArray<Outcome>> => {
  place.write(`${kind}.json`, JSON.stringify(told))
  const said = await execute(place, place.clone, place.goProgram, [kind, join(place.clone, `${kind}.json`)])
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
}

const callAll = async (place: ProjectClone, kind: keyof typeof FEWEST, world: GoWorld): Promise<void> => {
  const all = await outcomes(place, kind, world)
  const excused = [...TEXTS, ...UNSENT]
  const wrong = all.filter(
    ({ method, outcome }) => outcome === 'failed' || (outcome === 'undecodable' && !excused.includes(method)),
  )
  assert.deepEqual(wrong, [])
  const filled = all.filter(({ outcome }) => outcome === 'filled').length
  assert.ok(filled >= FEWEST[kind], `only ${filled} of ${all.length} methods had an answer: ${kind}`)
}

/** Once the webhooks are idle, so that nothing more is written. */
const readAll = async (place: ProjectClone, { heard }: HookReceiver): Promise<void> => {
  for (let before = -1; before < heard.length; await setTimeout(2_000)) before = heard.length
  const all = await outcomes(place, 'payloads', heard)
  assert.deepEqual(
    all.filter(({ outcome }) => outcome !== 'filled'),
    [],
  )
  assert.deepEqual([...new Set(all.map(({ method }) => method))].sort(), EVENTS)
}

/** Calls every method of the Go client, and has it take every answer apart as its types say. */
export const gitlabClientGo: ForeignProgram = {
  name: 'gitlab.com/gitlab-org/api/client-go',
  registry: 'Go',
  tried:
    'every method that reads, then every one that writes, by reflection, on one of everything that can be made: no answer that its types refuse, and no payload that a webhook sent',
  use: async (place) => {
    const receiver = await startHookReceiver()
    try {
      const { reads, writes } = await makeGoWorld(place, receiver.url)
      await callAll(place, 'reads', reads)
      await callAll(place, 'writes', writes)
      await readAll(place, receiver)
    } finally {
      await receiver.close()
    }
  },
}
