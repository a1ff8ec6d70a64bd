import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { streamName } from '@forgefold/core/kernel'
import { changed } from './deployment-log.js'

const BATCH = 500
const STREAMS = 10_000

/** Fills a log on SQLite with changes of 10,000 things; `count` is a multiple of 10,000. */
export const fillLog = async (path: string, count: number): Promise<void> => {
  const store = openSqliteEventStore({ path })
  for (let from = 0; from < count; from += BATCH * 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, part) => {
        const first = from + part * BATCH
        const events = Array.from({ length: BATCH }, (_, n) => changed(first + n))
        return store.append(streamName('ticket', (first / BATCH) % STREAMS), events, 'any')
      }),
    )
  await store.close()
}
