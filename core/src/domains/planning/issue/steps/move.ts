import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { executeOrRetry, reactionError, valueOrRetry } from '../../../../app/reactors.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { findProject } from '../../../projects/project/access.js'
import { issue } from '../decider.js'
import type { IssueData } from '../events.js'
import type { IssuePair } from '../issue-notes-port.js'
import { copyIssue } from './copy-issue.js'

/** Runs one move of an issue at a time in this process. */
export const moving = <A>(forge: Forge, issueId: number, work: () => Promise<A>): Promise<A> =>
  forge.mutex.run(`move of issue ${issueId}`, work)

/** Records in the old issue where it continues. Rejections: `Conflict` where it continues in another one; those of `execute`. */
export const recordMove = async (
  forge: Forge,
  { context }: Pick<Caller, 'context'>,
  { from, to }: IssuePair,
  by: number,
) =>
  forge.aggregates.execute(
    issue,
    from.id,
    { type: 'Move', issueId: to.id, toProjectId: to.projectId, by },
    withNewCommandId(forge, context),
  )

/** Copies the notes, and then records the move. Rejections: those of `IssueNotes.copy` and of `recordMove`. */
export const copyNotesAndRecord = async (
  forge: Forge,
  caller: Caller,
  pair: IssuePair,
  by: number,
): UseCaseResult<unknown> => {
  const copied = await forge.issueNotes.copy(forge, caller, pair)
  return E.isLeft(copied) ? copied : recordMove(forge, caller, pair, by)
}

/** Finishes the move that created the issue `id`. The issue is deleted where the old one was moved to another. Throws `RetryableError`. */
export const finishMove = async (
  forge: Forge,
  context: CommandContext,
  id: number,
  { issueId, by }: IssueData<'IssueMovedFrom'>,
): Promise<void> => {
  const isDone = () => forge.read.issues.byId(issueId)?.movedTo === id
  if (isDone()) return
  await moving(forge, issueId, async () => {
    const [from, to] = [forge.read.issues.byId(issueId), forge.read.issues.byId(id)]
    if (from === undefined || to === undefined || isDone()) return
    if (from.movedTo !== null) return executeOrRetry(forge, issue, id, { type: 'Delete', by }, context)
    const principal = principalOfUser(forge, by)
    if (principal === undefined) return
    const done = await copyNotesAndRecord(forge, { principal, context }, { from, to }, by)
    if (E.isLeft(done)) throw reactionError(`the move of issue ${issueId}`, done.left)
  })
}

/** Creates the issue that continues the issue `id`, where only the move was recorded. Throws `RetryableError`. */
export const createSuccessor = async (
  forge: Forge,
  context: CommandContext,
  id: number,
  { issueId, toProjectId, by }: IssueData<'IssueMoved'>,
): Promise<void> => {
  const isThere = () => toProjectId === undefined || forge.read.issues.byId(issueId) !== undefined
  if (isThere()) return
  await moving(forge, id, async () => {
    const row = forge.read.issues.byId(id)
    if (row === undefined || toProjectId === undefined || isThere()) return
    if (valueOrRetry(await forge.aggregates.load(issue, issueId))?.state.kind !== 'none') return
    const principal = principalOfUser(forge, by)
    const there = principal === undefined ? undefined : findProject(forge, principal, toProjectId)
    if (principal === undefined || there === undefined || E.isLeft(there))
      throw new Error(`issue ${id} cannot be moved any more: its mover may not see project ${toProjectId}`)
    const origin = { type: 'IssueMovedFrom', issueId: id, by } as const
    const copy = { principal, row, there: there.right }
    valueOrRetry(await copyIssue(forge, context, copy, { authorId: row.authorId, origin }, { id: issueId }))
  })
}
