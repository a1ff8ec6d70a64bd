import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../access/index.js'
import type { AsyncQuery, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { forbidden, given, type Instant, notFound, refuse, refused, unauthenticated } from '../../../kernel/index.js'
import { EMPTY_TREE } from '../../../ports/git.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { mayInProject, type ProjectRef } from '../../projects/project/access.js'
import { type OpenedRepository, openRepository } from '../../projects/repository/use-cases/open-repository.js'
import { type DiffPosition, lineMap } from '../discussion/position/index.js'
import { noteBody, textFindings } from '../discussion/steps/note-texts.js'
import { filePatches } from '../discussion/steps/positions.js'
import { blankComment, type CommentedLine, commitComment } from './aggregate.js'
import type { CommitCommentRow } from './queries.js'

export interface NewComment {
  readonly project: ProjectRef
  /** The id of the commit, or the name of a branch or tag. */
  readonly sha: string
  readonly note: string
  readonly at: CommentedLine | undefined
  /** The discussion that it belongs to, which may begin with it; it stands alone where this is omitted. */
  readonly discussionId?: string | undefined
  readonly position?: DiffPosition | undefined
  /** A creation time other than now, for owners only. */
  readonly createdAt?: Instant | undefined
}

/** The line, where it is in the commit's own diff; a comment on any other line is stored for the commit as a whole. */
const lineIn = async (
  { git }: OpenedRepository,
  sha: Parameters<OpenedRepository['git']['commit']>[0],
  at: CommentedLine | undefined,
): Promise<CommentedLine | null> => {
  const commit = at === undefined ? undefined : await git.commit(sha)
  if (at === undefined || commit === undefined) return null
  const patches = await filePatches(git, commit.parents[0] ?? EMPTY_TREE, sha, ({ newPath }) => newPath === at.path)
  const pair = at.lineType === 'new' ? { oldLine: null, newLine: at.line } : { oldLine: at.line, newLine: null }
  return patches.some(({ text }) => lineMap(text).locate(pair) !== undefined) ? at : null
}

/** Creates a comment on a commit. Rejections: `NotFound` (Project, Commit); `Forbidden`; `Refused` (blank or too long). */
export const commentOnCommit: UseCase<NewComment, CommitCommentRow> = async (
  forge,
  { principal, context },
  { project, sha, note, at, discussionId, position, createdAt },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const opened = await openRepository(forge, { principal }, project)
  if (E.isLeft(opened)) return opened
  if (!mayInProject(opened.right.access, 'create_note')) return refuse(forbidden())
  const id = await opened.right.git.resolve(sha)
  if (id === undefined) return refuse(notFound('Commit'))
  if (note.trim() === '') return refuse(blankComment)
  const wrong = textFindings(note)
  if (wrong !== undefined) return refuse(refused(`Failed to save note ${wrong}`))
  const number = await forge.numbers.next('note')
  if (E.isLeft(number)) return number
  const line = await lineIn(opened.right, id, at)
  const isOwner = effectiveLevel(opened.right.access.viewer) >= ACCESS.owner
  const command = {
    type: 'Comment',
    projectId: opened.right.project.id,
    sha: id,
    authorId: principal.userId,
    body: await noteBody(forge, note),
    at: line,
    ...(discussionId === undefined ? {} : { discussionId }),
    ...(position === undefined || line === null ? {} : { position }),
    ...given({ createdAt: isOwner ? createdAt : undefined }),
  } as const
  const done = await forge.aggregates.execute(commitComment, number.right, command, context)
  if (E.isLeft(done)) return done
  return shownRow(forge.read.commitComments.byId(number.right), 'comment')
}

/** The comments on one commit. */
export interface ListCommitComments extends Pick<NewComment, 'project' | 'sha'> {
  readonly page: PageRequest
}

/** The comments on a commit, oldest first. Rejections: `NotFound` (Project, Repository, Commit); `Forbidden`. */
export const listCommitComments: AsyncQuery<ListCommitComments, Page<CommitCommentRow>> = async (
  forge,
  { principal },
  { project, sha, page },
) => {
  const opened = await openRepository(forge, { principal }, project)
  if (E.isLeft(opened)) return opened
  const id = await opened.right.git.resolve(sha)
  if (id === undefined) return refuse(notFound('Commit'))
  return E.right(forge.read.commitComments.list(opened.right.project.id, id, page))
}
