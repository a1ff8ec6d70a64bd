import type { VisibilityScope } from '../../../access/index.js'
import type { EventId, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { TodoAction, TodoTarget } from './aggregate.js'

/** A to-do in the read model. */
export interface TodoRow {
  readonly id: number
  readonly userId: number
  readonly authorId: number
  readonly projectId: number
  readonly action: TodoAction
  readonly targetType: TodoTarget
  readonly targetId: number
  /** The note that led to it. */
  readonly noteId: number | null
  readonly state: 'pending' | 'done'
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Which to-dos a list contains. */
export interface TodoFilter {
  readonly userId: number
  /** Only about what is visible to them; undefined: all. */
  readonly visibleTo?: VisibilityScope | undefined
  readonly state: 'pending' | 'done'
  readonly action?: TodoAction | undefined
  readonly authorId?: number | undefined
  readonly projectId?: number | undefined
  readonly groupId?: number | undefined
  /** For a kind without to-dos the list is empty. */
  readonly targetType?: string | undefined
}

/** The queries of to-dos. */
export interface TodoQueries {
  readonly byId: (id: number) => TodoRow | undefined
  /** Pending to-dos of a user about a target, oldest first. */
  readonly pendingOf: (userId: number, targetType: TodoTarget, targetId: number) => ReadonlyArray<TodoRow>
  /** Whether an event has already created a to-do, done or not. */
  readonly isMade: (cause: EventId, userId: number, action: TodoAction) => boolean
  /** Newest first. */
  readonly list: (filter: TodoFilter, page: PageRequest) => Page<TodoRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly todos: TodoQueries
  }
}
