import type { CommentData } from './events.js'

export type CommitCommentCommand = { readonly type: 'Comment' } & CommentData
