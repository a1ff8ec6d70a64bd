import type { RefUpdatedData } from './events.js'

export type RepositoryCommand =
  /** Refs have moved in git: the history takes note. */
  | { readonly type: 'RecordRefUpdates'; readonly updates: ReadonlyArray<RefUpdatedData> }
  /** Set aside with its project. */
  | { readonly type: 'Remove' }
