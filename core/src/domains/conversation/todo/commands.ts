import type { TodoCreatedData } from './events.js'

export type TodoCommand =
  | ({ readonly type: 'Create' } & TodoCreatedData)
  | { readonly type: 'MarkDone' }
  | { readonly type: 'MarkPending' }
