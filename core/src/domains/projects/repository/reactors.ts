import type { Reactor } from '../../../app/reactors.js'
import { RecencyCache } from '../../../app/recency-cache.js'
import { idOf } from '../../../kernel/index.js'
import { repository } from './aggregate.js'
import { housekeepingTask } from './instance-rules.js'
import { type Tidied, tidying } from './tidying.js'

const MOST_REMEMBERED = 10_000

/**
 * Tidies repositories after so many moves of refs, as the settings say, one at a time.
 *
 * The moves are counted by the repository's own history, so that nothing has to be remembered but when it was last done.
 */
export const housekeeping = (): Reactor => {
  const tidied = new RecencyCache<number, Tidied>(MOST_REMEMBERED)
  return {
    name: 'housekeeping',
    filter: { categories: [repository.category], types: ['RefUpdated'] },
    react: async (forge, { stream, revision }) => {
      const due = housekeepingTask(revision + 1, forge.settings.current())
      if (due === undefined) return
      const id = Number(idOf(stream))
      const last = tidied.get(id)
      const now = forge.clock.now()
      const { how, later } = tidying(due, last, now)
      if (last !== undefined && later) {
        tidied.set(id, { at: last.at, owed: how })
        return
      }
      await forge.git.maintain(id, how)
      tidied.set(id, { at: now, owed: undefined })
    },
  }
}
