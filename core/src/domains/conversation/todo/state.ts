import type { TodoCreatedData } from './events.js'

/** A to-do as its decider remembers it. */
export interface LiveTodo extends TodoCreatedData {
  readonly kind: 'live'
  readonly pending: boolean
}

export type TodoState = { readonly kind: 'none' } | LiveTodo
