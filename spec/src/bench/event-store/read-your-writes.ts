import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel } from '@forgefold/adapters/read-model'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { eventIdOf } from '@forgefold/core/app'
import { deployment } from '@forgefold/core/domains/delivery/deployment'
import { type Instant, type Position, streamOf, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { scratch } from './raw-log.js'

const WRITES = 2_000
const AT = '2022-04-11T03:02:32.123Z' as Instant
const ids = makeIds()

/** Begins a deployment; the position of its event. */
const begin = async (store: EventStore, id: number): Promise<Position> => {
  const command = ids.commandId()
  const facts = { projectId: 1, environmentId: 1, ref: 'main', tag: false, sha: 'a'.repeat(40), userId: 1, jobId: null }
  const event = deployment.events.encode({ type: 'DeploymentCreated', data: { ...facts, iid: id } })
  const metadata = { at: AT, actor: userActor(1), correlationId: command }
  const outcome = await store.append(
    streamOf(deployment, id),
    [{ id: eventIdOf(command, 0), ...event, metadata }],
    'noStream',
  )
  if (outcome.kind !== 'Appended') throw new Error(`append answered ${outcome.kind}`)
  return outcome.position
}

const prepare = async (): Promise<Rounds> => {
  const { path, remove } = scratch()
  const alone = openSqliteEventStore({ path: path('alone.sqlite') })
  const followed = openSqliteEventStore({ path: path('followed.sqlite') })
  const personalData = makeMemoryPersonalData()
  const readModel = makeReadModel({ file: path('read-model.sqlite'), store: followed, personalData })
  await readModel.projector.start()
  let next = 1
  /** One after the other: with others in between, their rows would be waited for too. */
  const rounds = async (write: (id: number) => Promise<unknown>): Promise<number> => {
    const first = next
    next += WRITES
    const elapsed = await timed(async () => {
      for (let id = first; id < first + WRITES; id++) await write(id)
    })
    return (elapsed * 1000) / WRITES
  }
  return {
    unit: 'µs a write',
    rounds: 7,
    ceiling: () => rounds((id) => begin(alone, id)),
    product: () =>
      rounds(async (id) => {
        if (!(await readModel.read.reached(await begin(followed, id)))) throw new Error('the row never showed')
      }),
    finish: async () => {
      await readModel.close()
      await followed.close()
      await alone.close()
      await remove()
    },
  }
}

export const readYourWrites: Benchmark = {
  name: 'W4',
  work: 'an append, and the wait until the read model shows it',
  ceiling: 'the append alone, with no subscriber',
  goal: { atMost: 1.15 },
  prepare,
}
