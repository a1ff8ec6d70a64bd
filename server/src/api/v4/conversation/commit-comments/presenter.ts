import type { Forge } from '@forgefold/core/app'
import type { CommitCommentRow } from '@forgefold/core/domains/conversation/commit-comment'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import { userSummary } from '../../identity/users/user-summary.js'

/** What was said of a commit; without a line where it was said of the whole. */
export const presentCommitComment = async (forge: Forge, { body, at, authorId, createdAt }: CommitCommentRow) => ({
  note: await wholeNote(forge, body),
  path: at?.path ?? null,
  line: at?.line ?? null,
  line_type: at?.lineType ?? null,
  author: userSummary(forge, authorId),
  created_at: createdAt,
})
