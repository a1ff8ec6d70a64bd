import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { badRequest, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { findProject, mayInProject } from '../../../projects/project/access.js'
import { findIssue, type IssueRef } from '../access.js'
import { issue } from '../decider.js'
import { mayAdminIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { copyIssue, type IssueCopy } from '../steps/copy-issue.js'
import { copyNotesAndRecord, moving, recordMove } from '../steps/move.js'

/** An issue, and the project to which it is moved. */
export interface TransferIssue {
  readonly issue: IssueRef
  readonly toProjectId: number
}

/** An issue to clone. */
export interface CloneIssue extends TransferIssue {
  /** With its notes. */
  readonly withNotes: boolean
}

const transferRefused = (verb: 'move' | 'clone'): Rejection =>
  badRequest(`Cannot ${verb} issue due to insufficient permissions!`)

const findCopy = (
  forge: Forge,
  { principal }: Caller,
  { issue: ref, toProjectId }: TransferIssue,
  verb: 'move' | 'clone',
): E.Either<Rejection, IssueCopy> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const here = findIssue(forge, principal, ref)
  if (E.isLeft(here)) return here
  const there = findProject(forge, principal, toProjectId)
  if (E.isLeft(there)) return there
  const { facts, row } = here.right
  const may = mayAdminIssue(facts) && mayInProject(there.right, 'admin_issue')
  if (!may || row.movedTo !== null) return refuse(transferRefused(verb))
  return E.right({ principal, row, there: there.right })
}

/** Another server has moved the issue elsewhere meanwhile, so its copy is not wanted. A reactor deletes it where this is interrupted. */
const dropCopy = async (forge: Forge, { context }: Caller, by: SignedIn, id: number): UseCaseResult<never> => {
  const command = { type: 'Delete', by: by.userId } as const
  const gone = await forge.aggregates.execute(issue, id, command, withNewCommandId(forge, context))
  return E.isLeft(gone) ? gone : refuse(transferRefused('move'))
}

/** Creates the copy, and concurrently records the move in the old issue; where there are notes, they are copied between the two. */
const move = async (forge: Forge, caller: Caller, copy: IssueCopy): UseCaseResult<IssueRow> => {
  const { row, principal, there } = copy
  const by = principal.userId
  let recorded: ReturnType<typeof recordMove> | undefined
  const beside = async (id: number): Promise<E.Either<Rejection, unknown>> => {
    recorded = recordMove(forge, caller, { from: row, to: { id, projectId: there.project.id } }, by)
    return E.right(await recorded)
  }
  const origin = { type: 'IssueMovedFrom', issueId: row.id, by } as const
  const opening = row.notesCount > 0 ? {} : { beside }
  const to = await copyIssue(forge, caller.context, copy, { authorId: row.authorId, origin }, opening)
  if (E.isLeft(to)) return to
  const done = await (recorded ?? copyNotesAndRecord(forge, caller, { from: row, to: to.right }, by))
  if (E.isRight(done)) return E.right(forge.read.issues.byId(to.right.id) ?? to.right)
  return done.left.kind === 'Conflict' ? dropCopy(forge, caller, principal, to.right.id) : done
}

/**
 * Moves an issue with its notes to another project, and closes it where it was. A reactor finishes a move that was interrupted.
 * Rejections: `NotFound` (Project); `RecordNotFound`; `BadRequest` without the right to manage both projects' issues, where it was moved before,
 * and where it is in that project already.
 */
export const moveIssue: UseCase<TransferIssue, IssueRow> = async (forge, caller, input) => {
  const found = findCopy(forge, caller, input, 'move')
  if (E.isLeft(found)) return found
  const { row, there } = found.right
  if (row.projectId === there.project.id) return refuse(badRequest('Cannot move issue to project it originates from!'))
  return moving(forge, row.id, async () => {
    const now = forge.read.issues.byId(row.id)
    return now?.movedTo === null ? move(forge, caller, { ...found.right, row: now }) : refuse(transferRefused('move'))
  })
}

/**
 * Clones an issue in the name of the caller. Rejections: `NotFound` (Project); `RecordNotFound`; `BadRequest` without the right to manage both
 * projects' issues.
 */
export const cloneIssue: UseCase<CloneIssue, IssueRow> = async (forge, caller, { withNotes, ...input }) => {
  const found = findCopy(forge, caller, input, 'clone')
  if (E.isLeft(found)) return found
  const { row: from, principal } = found.right
  const by = principal.userId
  const origin = { type: 'IssueClonedFrom', issueId: from.id, by } as const
  const to = await copyIssue(forge, caller.context, found.right, { authorId: by, origin })
  if (E.isLeft(to) || !withNotes) return to
  const copied = await forge.issueNotes.copy(forge, caller, { from, to: to.right })
  return E.isLeft(copied) ? copied : E.right(forge.read.issues.byId(to.right.id) ?? to.right)
}
