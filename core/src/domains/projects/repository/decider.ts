import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { notFound, refuse } from '../../../kernel/index.js'
import type { RepositoryCommand } from './commands.js'
import { type RepositoryEvent, repositoryEvents } from './events.js'
import { repositorySnapshot } from './snapshot.js'
import type { RepositoryState } from './state.js'

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
