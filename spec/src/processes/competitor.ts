import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds, makeSecrets } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { makeAggregateRepository, makeNumbers, makeReservations } from '@forgefold/core/app'
import { streamName, systemActor } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** A process that competes with others on one event log for numbers and names. Arguments: the file, its own name, how many of each. */
const [path = '', competitor = '', count = '0'] = process.argv.slice(2)

const key = { derive: () => Buffer.alloc(32, 7) }
const store = openSqliteEventStore({ path })
const ids = makeIds()
const wait = (milliseconds: number) => pause(milliseconds)
const numbers = makeNumbers(store, systemClock, ids, wait)
const aggregates = makeAggregateRepository({ store, reached: async () => true, pause: wait })
const reservations = makeReservations(store, aggregates, makeSecrets(key), ids)

const taken: Array<number> = []
const won: Array<number> = []
const failures: Array<string> = []

const compete = async (round: number): Promise<void> => {
  const number = await numbers.next('competition')
  if (E.isLeft(number)) failures.push(number.left.kind)
  else taken.push(number.right)
  const context = {
    id: ids.commandId(),
    at: systemClock.now(),
    actor: systemActor('competitor'),
    correlationId: competitor,
  }
  const name = await reservations.take(
    { kind: 'round', name: String(round) },
    streamName('competitor', competitor),
    context,
  )
  if (E.isRight(name)) won.push(round)
  else if (name.left.kind !== 'Conflict') failures.push(name.left.kind)
}

for (let round = 0; round < Number(count); round += 4)
  await Promise.all([0, 1, 2, 3].map((lane) => compete(round + lane)))
await store.close()
process.stdout.write(JSON.stringify({ taken, won, failures }))
