import type { Instant } from '../../kernel/index.js'
import type { Page, PageRequest } from '../../ports/read-model.js'
import type { TodoAction, TodoTarget } from './events.js'

export interface TodoRow {
  readonly id: number
  readonly userId: number
  readonly authorId: number
  readonly projectId: number
  readonly action: TodoAction
  readonly targetType: TodoTarget
  readonly targetId: number
  readonly state: 'pending' | 'done'
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface TodoFilter {
  readonly userId: number
  readonly state: 'pending' | 'done'
  readonly action?: TodoAction | undefined
  readonly authorId?: number | undefined
  readonly projectId?: number | undefined
  readonly groupId?: number | undefined
  readonly targetType?: TodoTarget | undefined
}

export interface TodoQueries {
  readonly byId: (id: number) => TodoRow | undefined
  /** The one that somebody has not done yet about a thing. */
  readonly pendingFor: (userId: number, targetType: TodoTarget, targetId: number) => TodoRow | undefined
  /** Newest first. */
  readonly list: (filter: TodoFilter, page: PageRequest) => Page<TodoRow>
  /** Whatever anybody has not done yet about a thing, by id. */
  readonly pendingAbout: (targetType: TodoTarget, targetId: number) => ReadonlyArray<number>
}

declare module '../../ports/read-model.js' {
  interface ReadModel {
    readonly todos: TodoQueries
  }
}
