import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { conflict, recordNotFound, refuse } from '../../../kernel/index.js'
import type { TodoCommand } from './commands.js'
import { type TodoEvent, todoEvents } from './events.js'
import type { TodoState } from './state.js'

/** Something a person means to look at. */
export const todo: Aggregate<TodoCommand, TodoEvent, TodoState> = {
  category: 'todo',
  stateVersion: 1,
  events: todoEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'TodoCreated', data }]) : refuse(conflict())
    }
    if (state.kind === 'none') return refuse(recordNotFound)
    const wanted = command.type === 'MarkPending'
    if (state.pending === wanted) return E.right([])
    return E.right([{ type: wanted ? 'TodoPending' : 'TodoDone', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'TodoCreated') return { kind: 'live', ...event.data, pending: true }
    return state.kind === 'none' ? state : { ...state, pending: event.type === 'TodoPending' }
  },
}
