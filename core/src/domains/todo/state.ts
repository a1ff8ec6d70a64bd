import type { TodoCreatedData } from './events.js'

export interface LiveTodo extends TodoCreatedData {
  readonly kind: 'live'
  readonly pending: boolean
}

export type TodoState = { readonly kind: 'none' } | LiveTodo
