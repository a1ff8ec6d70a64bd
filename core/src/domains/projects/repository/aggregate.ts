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

/** What moved a ref. `system`: found by reconciliation, which does not know who moved it. */
export const REF_UPDATE_ORIGINS = ['push', 'api', 'merge', 'rebase', 'fork', 'system'] as const
export type RefUpdateOrigin = (typeof REF_UPDATE_ORIGINS)[number]

/** The origin of a ref update, and whether no pipelines are created for the new commits. */
export interface RefUpdateOptions {
  readonly via: RefUpdateOrigin
  readonly skipCi?: boolean | undefined
  /** Further push options of the client, as `supportedPushOptions` gives it. */
  readonly pushOptions?: ReadonlyArray<string> | undefined
}

const moved = t.type({
  ref: t.string,
  /** Null for a new ref. */
  from: codecs.nullable(t.string),
  /** Null for a deleted ref. */
  to: codecs.nullable(t.string),
  /** The user who moved it; null for the system. */
  by: codecs.nullable(codecs.safeInteger),
  /** Whether the previous commit is no ancestor of the new one. */
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

/** The targets of refs are kept by git and the read model: decisions only need to know whether the repository exists. */
export type RepositoryState = { readonly kind: 'live' } | { readonly kind: 'removed' }

/** The snapshot of a repository: its stream has an event for each ref update. */
const repositorySnapshot: t.Type<RepositoryState, unknown, unknown> = t.type({
  kind: codecs.oneOf(['live', 'removed']),
})

export type RepositoryCommand =
  /** Records ref updates that have happened in git. */
  | { readonly type: 'RecordRefUpdates'; readonly updates: ReadonlyArray<RefUpdatedData> }
  /** Set aside with its deleted project. */
  | { readonly type: 'Remove' }

/** The repository of one project; it has the id of the project, and begins with it. */
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
