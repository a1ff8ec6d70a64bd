import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** How a ref came to move. `system`: found moved, and nobody is known to have done it. */
export const WAYS = ['push', 'api', 'merge', 'rebase', 'fork', 'system'] as const
export type Way = (typeof WAYS)[number]

/** How refs are moved, and whether without a pipeline for what comes of it. */
export interface Manner {
  readonly via: Way
  readonly skipCi?: boolean | undefined
}

const moved = t.type({
  ref: t.string,
  /** Null where it is new. */
  from: codecs.nullable(t.string),
  /** Null where it is gone. */
  to: codecs.nullable(t.string),
  /** Who moved it; null for the system. */
  by: codecs.nullable(codecs.safeInteger),
  /** What it pointed to before is no ancestor of what it points to now. */
  forced: t.boolean,
  via: codecs.oneOf(WAYS),
})
const refUpdated = t.intersection([moved, t.partial({ skipCi: t.boolean })])
const nothing = t.type({})

export type RefUpdatedData = Readonly<t.TypeOf<typeof refUpdated>>

/** Every event of a repository, with its versions. */
export const repositoryEvents = eventCatalogue({
  RefUpdated: current(refUpdated),
  RepositoryRemoved: current(nothing),
})

export type RepositoryEvent = EventOf<typeof repositoryEvents>
