import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  current,
  type EventOf,
  eventCatalogue,
  notFound,
  refuse,
} from '../../../kernel/index.js'

/** What moved a ref. `system`: found moved by reconciliation, which does not know who did it. */
export const REF_UPDATE_ORIGINS = ['push', 'api', 'merge', 'rebase', 'fork', 'system'] as const
export type RefUpdateOrigin = (typeof REF_UPDATE_ORIGINS)[number]

/** What moves refs, and whether no pipelines are created for the new commits. */
export interface RefUpdateOptions {
  readonly via: RefUpdateOrigin
  readonly skipCi?: boolean | undefined
  /** What whoever pushed wants besides, as `supportedPushOptions` gives it. */
  readonly pushOptions?: ReadonlyArray<string> | undefined
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
  via: codecs.oneOf(REF_UPDATE_ORIGINS),
})
const refUpdated = t.intersection([moved, t.partial({ skipCi: t.boolean, pushOptions: codecs.list(t.string) })])
const nothing = t.type({})

export type RefUpdatedData = Readonly<t.TypeOf<typeof refUpdated>>

/** Every event of a repository, with its versions. */
const repositoryEvents = eventCatalogue({
  RefUpdated: current(refUpdated),
  RepositoryRemoved: current(nothing),
})

export type RepositoryEvent = EventOf<typeof repositoryEvents>

/** Where refs point is git's business and the read model's: decisions need no more than whether the repository still is. */
export type RepositoryState = { readonly kind: 'live' } | { readonly kind: 'removed' }

/** How a repository is kept between pushes: its stream has an event for each moved ref. */
const repositorySnapshot: t.Type<RepositoryState, unknown, unknown> = t.type({
  kind: t.keyof({ live: null, removed: null }),
})

export type RepositoryCommand =
  /** Refs have moved in git: the history takes note. */
  | { readonly type: 'RecordRefUpdates'; readonly updates: ReadonlyArray<RefUpdatedData> }
  /** Set aside with its project. */
  | { readonly type: 'Remove' }

/** The repository of one project; its id is the project's, and it begins with the project. */
export const repository: Aggregate<RepositoryCommand, RepositoryEvent, RepositoryState> = {
  category: 'repository',
  stateVersion: 1,
  snapshot: repositorySnapshot,
  events: repositoryEvents,
  initial: { kind: 'live' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'RecordRefUpdates':
        return state.kind === 'live'
          ? E.right(command.updates.map((data) => ({ type: 'RefUpdated', data })))
          : refuse(notFound('Repository'))
      case 'Remove':
        return E.right(state.kind === 'live' ? [{ type: 'RepositoryRemoved', data: {} }] : [])
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'RefUpdated':
        return state
      case 'RepositoryRemoved':
        return { kind: 'removed' }
    }
  },
}
