import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeProjector, openReadModel, projections } from '@forgefold/adapters/read-model'
import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { type EventId, type Instant, type NewEvent, type Revision, streamOf, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const MOVES = [
  'DeploymentStarted',
  'DeploymentSucceeded',
  'DeploymentFailed',
  'DeploymentCanceled',
  'DeploymentSkipped',
  'DeploymentBlocked',
  'DeploymentUnblocked',
]

const ids = makeIds()
const metadata = { at: '2024-03-01T09:00:00.000Z' as Instant, actor: userActor(1), correlationId: 'one' }
const stored = (type: string, data: unknown): NewEvent => ({
  id: ids.uuid() as EventId,
  type,
  version: 1,
  data,
  metadata,
})

const CREATED = {
  projectId: 1,
  iid: 1,
  environmentId: 1,
  ref: 'main',
  tag: false,
  sha: 'a'.repeat(40),
  userId: 1,
  jobId: null,
}
const CREATION = ['DeploymentCreated', CREATED] as const
const moved = fc.tuple(
  fc.constantFrom(...MOVES),
  // The last is no moment: the projection records a failure and leaves the row alone.
  fc.record({ at: fc.constantFrom('2024-03-02T00:00:00.000Z', '2024-03-03T00:00:00.000Z', 'soon') }),
)
const other = fc.constantFrom(
  ['EnvironmentIntroduced', { name: 'production' }] as const,
  ['MergeRequestsLinked', { mergeRequestIds: [] }] as const,
  ['DeploymentDeleted', {}] as const,
)

/** For each append the deployment that it concerns, and what is written of it besides its creation. */
const histories = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 10 }), fc.array(fc.oneof(moved, moved, other), { minLength: 1, maxLength: 4 })),
  { minLength: 1, maxLength: 24 },
)

const projected = (store: EventStore) => {
  const { db } = openReadModel(':memory:', projections)
  const projector = makeProjector({ store, db, projections, personalData: makeMemoryPersonalData() })
  const rows = async () => {
    await projector.stop()
    const all = [
      db.prepare('SELECT * FROM deployments ORDER BY id').all(),
      db.prepare('SELECT position, problem FROM failed_events ORDER BY position').all(),
    ]
    db.close()
    return all
  }
  return { projector, rows }
}

it('has the same rows of deployments whether their events are applied together or one by one', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (appends) => {
      const [together, apart] = [makeMemoryEventStore(), makeMemoryEventStore()]
      const oneByOne = projected(apart)
      await oneByOne.projector.start()
      const heads = new Map<number, Revision>()
      for (const [id, facts] of appends) {
        const head = heads.get(id)
        const events = [...(head === undefined ? [CREATION] : []), ...facts]
        const written = events.map(([type, data]) => stored(type, data))
        const whole = await together.append(streamOf(deployment, id), written, head ?? 'noStream')
        if (whole.kind !== 'Appended') throw new Error(whole.kind)
        let expected: Revision | 'noStream' = head ?? 'noStream'
        for (const event of written) {
          const outcome = await apart.append(streamOf(deployment, id), [event], expected)
          if (outcome.kind !== 'Appended') throw new Error(outcome.kind)
          expected = outcome.revision
          expect(await oneByOne.projector.reached(outcome.position)).toBe(true)
        }
        heads.set(id, whole.revision)
      }
      const atOnce = projected(together)
      await atOnce.projector.start()
      expect(await atOnce.rows()).toEqual(await oneByOne.rows())
    }),
    { numRuns: 20 },
  )
})
