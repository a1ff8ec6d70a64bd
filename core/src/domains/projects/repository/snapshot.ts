import * as t from 'io-ts'
import type { RepositoryState } from './state.js'

/** How a repository is kept between pushes: its stream has an event for each moved ref. */
export const repositorySnapshot: t.Type<RepositoryState, unknown, unknown> = t.type({
  kind: t.keyof({ live: null, removed: null }),
})
