import { emptyRows, makeReadModel, type RunningReadModel } from '@forgefold/adapters/read-model'
import type { AggregateRepository, Forge } from '@forgefold/core/app'
import type { SessionQueries } from '@forgefold/core/domains/identity/session'
import { isExpired, notAllowed, refuse } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { composeWithOverrides, type PortOverrides } from './container.js'
import { type Parts, TOKENS } from './injection-tokens.js'
import type { CompositionOptions } from './options.js'

const refuseWrite = async () => refuse(notAllowed)

const readOnlyAggregates = ({ load, recall }: AggregateRepository): AggregateRepository => ({
  execute: refuseWrite,
  reserve: refuseWrite,
  create: refuseWrite,
  load,
  recall,
  namesReleased: async () => undefined,
})

/** The same forge; writes are refused. */
export const readOnlyForge = (forge: Forge): Forge => ({
  ...forge,
  aggregates: readOnlyAggregates(forge.aggregates),
  numbers: { next: refuseWrite, choose: refuseWrite },
})

/** Sessions are today's: they say who is signed in now. */
const currentSessions = ({ read, clock }: Forge): SessionQueries => ({
  byDigest: (digest) => {
    const session = read.sessions.byDigest(digest)
    const now = clock.now()
    if (session === undefined || isExpired(session, now)) return undefined
    return session.adminUntil !== null && session.adminUntil <= now ? { ...session, adminUntil: null } : session
  },
  ofUser: (userId) => read.sessions.ofUser(userId),
})

/** Today's forge over another history, with the rows, the clock and the refs that go with it. Read-only; sessions are today's. */
export const forgeWithOverrides = async (
  parts: Parts,
  options: CompositionOptions,
  own: PortOverrides,
): Promise<Forge> => {
  const today = parts.resolve(TOKENS.forge)
  const beside = composeWithOverrides(parts, options, own)
  const whole = beside.resolve(TOKENS.forge)
  await whole.settings.fresh()
  beside.resolve(TOKENS.images).loadProxy()
  return { ...readOnlyForge(whole), read: { ...own.readModel.read, sessions: currentSessions(today) } }
}

/** A forge over another history, and what keeps its rows. */
export interface ForgeOver {
  readonly forge: Forge
  readonly readModel: RunningReadModel
}

/** Opens a forge over a history that nobody writes to, with rows in memory. */
export type OpenForgeOver = (events: EventStore) => Promise<ForgeOver>

/** Today's forge over histories from which events are missing. The clock stands still, refs are today's. */
export const forgeOver =
  (parts: Parts, options: CompositionOptions): OpenForgeOver =>
  async (events) => {
    const { personalData, clock, git } = parts.resolve(TOKENS.forge)
    const readModel = makeReadModel({
      file: ':memory:',
      store: events,
      personalData,
      use: 'passing',
      rows: emptyRows(),
    })
    await readModel.projector.start()
    const now = clock.now()
    const own = { events, readModel, clock: { now: () => now }, git }
    return { forge: await forgeWithOverrides(parts, options, own), readModel }
  }
