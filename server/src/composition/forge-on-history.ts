import { emptyRows, makeReadModel, type RunningReadModel, type SharedRows } from '@forgefold/adapters/read-model'
import type { AggregateRepository, Forge } from '@forgefold/core/app'
import type { SessionQueries } from '@forgefold/core/domains/identity/session'
import { isExpired, notAllowed, refuse } from '@forgefold/core/kernel'
import type { EventStore, ReadModel } from '@forgefold/core/ports'
import type { CompositionOptions } from './composition-options.js'
import { composeWithOverrides, type PortOverrides } from './container.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

const refuseWrite = async () => refuse(notAllowed)

const readOnlyAggregates = ({ load, recall }: AggregateRepository): AggregateRepository => ({
  execute: refuseWrite,
  reserve: refuseWrite,
  create: refuseWrite,
  load,
  recall,
  namesReleased: async () => undefined,
})

/** The forge with every write refused. */
export const readOnlyForge = (forge: Forge): Forge => ({
  ...forge,
  aggregates: readOnlyAggregates(forge.aggregates),
  numbers: { next: refuseWrite, choose: refuseWrite },
})

/** Sessions are the present ones: they say who is signed in now. */
const currentSessions = ({ read, clock }: Forge): SessionQueries => ({
  byDigest: (digest) => {
    const session = read.sessions.byDigest(digest)
    const now = clock.now()
    if (session === undefined || isExpired(session, now)) return undefined
    return session.adminUntil !== null && session.adminUntil <= now ? { ...session, adminUntil: null } : session
  },
  ofUser: (userId) => read.sessions.ofUser(userId),
})

/** The queries of a read model with other sessions. Each is made when it is asked for, so they cannot be copied. */
const withSessions = (read: ReadModel, sessions: SessionQueries): ReadModel =>
  Object.create(read, { sessions: { value: sessions } })

/** The present forge on another history, with its rows, clock and refs. Read-only; sessions are the present ones. */
export const forgeWithOverrides = async (
  parts: Resolver,
  options: CompositionOptions,
  own: PortOverrides,
): Promise<Forge> => {
  const today = parts.resolve(TOKENS.forge)
  const container = composeWithOverrides(parts, options, own)
  const whole = container.resolve(TOKENS.forge)
  await whole.settings.fresh()
  container.resolve(TOKENS.images).loadProxy()
  return { ...readOnlyForge(whole), read: withSessions(own.readModel.read, currentSessions(today)) }
}

/** A read-only forge on another history, with its read model. */
export interface ForgeOnHistory {
  readonly forge: Forge
  readonly readModel: RunningReadModel
}

/** Opens a forge on an unchanging history, with a read model in memory, which begins with the rows of the first events of it where they are given. */
export type OpenForgeOnHistory = (events: EventStore, rows?: SharedRows) => Promise<ForgeOnHistory>

/** The present forge on histories that lack events. The clock stands still, and refs are the present ones. */
export const forgeOnHistory =
  (parts: Resolver, options: CompositionOptions): OpenForgeOnHistory =>
  async (events, rows = emptyRows()) => {
    const { personalData, clock, git } = parts.resolve(TOKENS.forge)
    const readModel = makeReadModel({
      file: ':memory:',
      store: events,
      personalData,
      durability: 'temporary',
      rows,
    })
    await readModel.projector.start()
    const now = clock.now()
    const own = { events, readModel, clock: { now: () => now }, git }
    return { forge: await forgeWithOverrides(parts, options, own), readModel }
  }
