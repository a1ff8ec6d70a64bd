import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { CommentData } from './aggregate.js'

export interface CommitCommentRow extends CommentData {
  readonly id: number
  readonly createdAt: Instant
}

export interface CommitCommentQueries {
  readonly byId: (id: number) => CommitCommentRow | undefined
  /** Oldest first. */
  readonly list: (projectId: number, sha: string, page: PageRequest) => Page<CommitCommentRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly commitComments: CommitCommentQueries
  }
}
