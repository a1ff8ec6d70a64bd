import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import type { AsyncQuery, Forge, UseCase, UseCaseResult } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { forbidden, notFound, refuse, refused, unauthenticated } from '../../../kernel/index.js'
import type { Page } from '../../../ports/read-model.js'
import { mayInProject } from '../../projects/project/access.js'
import { type OpenedRepository, openRepository } from '../../projects/repository/use-cases/open-repository.js'
import type { DiffPosition } from '../discussion/position/index.js'
import { noteBody, textFindings } from '../discussion/steps/note-texts.js'
import { commitComment } from './aggregate.js'
import type { CommitCommentRow } from './queries.js'
import { commentOnCommit, type ListCommitComments, type NewComment } from './use-cases.js'

/** The named commit in its repository. Rejections: `NotFound` (Project, Repository, Commit); `Forbidden`. */
const commitOf = async (
  forge: Forge,
  { principal }: Pick<Caller, 'principal'>,
  { project, sha }: Pick<NewComment, 'project' | 'sha'>,
): UseCaseResult<{ readonly opened: OpenedRepository; readonly id: string }> => {
  const opened = await openRepository(forge, { principal }, project)
  if (E.isLeft(opened)) return opened
  const id = await opened.right.git.resolve(sha)
  return id === undefined ? refuse(notFound('Commit')) : E.right({ opened: opened.right, id })
}

/** The discussions of a commit, oldest first, each with its comments. Rejections: `NotFound` (Project, Repository, Commit); `Forbidden`. */
export const listCommitDiscussions: AsyncQuery<ListCommitComments, Page<ReadonlyArray<CommitCommentRow>>> = async (
  forge,
  caller,
  { page, ...ref },
) => {
  const found = await commitOf(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { opened, id } = found.right
  const { commitComments } = forge.read
  const { rows, total } = commitComments.discussions(opened.project.id, id, page)
  const threads = rows.map((row) => commitComments.thread(opened.project.id, id, row.discussionId))
  return E.right({ rows: threads, total })
}

/** A discussion of a commit as the API names it. */
export interface CommitDiscussionRef extends Pick<NewComment, 'project' | 'sha'> {
  readonly discussionId: string
}

/** The comments of one discussion, oldest first. Rejections: `NotFound` (Project, Repository, Commit, Discussion); `Forbidden`. */
export const getCommitDiscussion: AsyncQuery<CommitDiscussionRef, ReadonlyArray<CommitCommentRow>> = async (
  forge,
  caller,
  ref,
) => {
  const found = await commitOf(forge, caller, ref)
  if (E.isLeft(found)) return found
  const notes = forge.read.commitComments.thread(found.right.opened.project.id, found.right.id, ref.discussionId)
  return notes.length === 0 ? refuse(notFound('Discussion')) : E.right(notes)
}

/** A comment on a commit that begins a discussion. */
export interface NewCommitDiscussion extends Pick<NewComment, 'project' | 'sha' | 'note' | 'createdAt'> {
  readonly position?: DiffPosition | undefined
}

const lineOf = (position: DiffPosition | undefined): NewComment['at'] => {
  if (position?.type !== 'text') return undefined
  const { newLine, oldLine, newPath, oldPath } = position
  const path = newPath ?? oldPath
  const line = newLine ?? oldLine
  return path === null || line === null ? undefined : { path, line, lineType: newLine === null ? 'old' : 'new' }
}

/** Starts a discussion of a commit, or of one of its lines. Rejections: as `commentOnCommit`. */
export const startCommitDiscussion: UseCase<NewCommitDiscussion, CommitCommentRow> = async (forge, caller, input) => {
  // Derived from the command, so that a repeated command does not start a second discussion.
  const discussionId = forge.secrets.digest(`commit discussion ${caller.context.id}`).slice(0, 40)
  return commentOnCommit(forge, caller, { ...input, discussionId, at: lineOf(input.position) })
}

/** A reply in a discussion of a commit. */
export interface ReplyOnCommit extends CommitDiscussionRef, Pick<NewComment, 'note' | 'createdAt'> {}

/** Replies in a discussion. Rejections: as `commentOnCommit`; `NotFound` (Discussion). */
export const replyOnCommit: UseCase<ReplyOnCommit, CommitCommentRow> = async (forge, caller, input) => {
  if (caller.principal.kind !== 'user') return refuse(unauthenticated)
  const thread = await getCommitDiscussion(forge, caller, input)
  if (E.isLeft(thread)) return thread
  const [first] = thread.right
  const { at = null, position = null } = first ?? {}
  return commentOnCommit(forge, caller, { ...input, at: at ?? undefined, position: position ?? undefined })
}

/** A comment of a discussion as the API names it. */
export interface CommitCommentRef extends CommitDiscussionRef {
  readonly noteId: number
}

/** A comment that the caller may change: their own; maintainers any. Rejections: `NotFound` (Project, Commit, Note); `Forbidden`. */
const changeable = async (forge: Forge, caller: Caller, ref: CommitCommentRef): UseCaseResult<CommitCommentRow> => {
  if (caller.principal.kind !== 'user') return refuse(unauthenticated)
  const found = await commitOf(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { access } = found.right.opened
  const row = forge.read.commitComments
    .thread(access.project.id, found.right.id, ref.discussionId)
    .find(({ id }) => id === ref.noteId)
  if (row === undefined) return refuse(notFound('Note'))
  const isTheirs = row.authorId === caller.principal.userId && mayInProject(access, 'create_note')
  const isMaintainer = effectiveLevel(access.viewer) >= ACCESS.maintainer && !access.project.archived
  return isTheirs || isMaintainer ? E.right(row) : refuse(forbidden())
}

/** Changes the text of a comment. Rejections: those of reading; `Forbidden`; `Refused` (blank or too long). */
export const editCommitComment: UseCase<CommitCommentRef & { readonly body: string }, CommitCommentRow> = async (
  forge,
  caller,
  input,
) => {
  const row = await changeable(forge, caller, input)
  if (E.isLeft(row)) return row
  const wrong = textFindings(input.body)
  if (wrong !== undefined) return refuse(refused(`Failed to save note ${wrong}`))
  const command = { type: 'Edit', body: await noteBody(forge, input.body) } as const
  const done = await forge.aggregates.execute(commitComment, row.right.id, command, caller.context)
  if (E.isLeft(done)) return done
  return shownRow(forge.read.commitComments.byId(row.right.id), 'comment')
}

/** Deletes a comment of a discussion. Rejections: those of reading; `Forbidden`. */
export const deleteCommitComment: UseCase<CommitCommentRef, void> = async (forge, caller, ref) => {
  const row = await changeable(forge, caller, ref)
  if (E.isLeft(row)) return row
  const gone = await forge.aggregates.execute(commitComment, row.right.id, { type: 'Delete' }, caller.context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
