import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { CommentData } from './aggregate.js'

export interface CommitCommentRow extends Omit<CommentData, 'discussionId' | 'position'> {
  readonly id: number
  /** A discussion of its own, where it stands alone. */
  readonly discussionId: string
  readonly individual: boolean
  readonly position: NonNullable<CommentData['position']> | null
  readonly updatedAt: Instant
  readonly createdAt: Instant
}

export interface CommitCommentQueries {
  readonly byId: (id: number) => CommitCommentRow | undefined
  /** Oldest first. */
  readonly list: (projectId: number, sha: string, page: PageRequest) => Page<CommitCommentRow>
  /** The first comment of each discussion, oldest first. */
  readonly discussions: (projectId: number, sha: string, page: PageRequest) => Page<CommitCommentRow>
  /** The comments of a discussion, oldest first. */
  readonly thread: (projectId: number, sha: string, discussionId: string) => ReadonlyArray<CommitCommentRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly commitComments: CommitCommentQueries
  }
}
