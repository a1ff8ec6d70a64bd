import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import type { NoteableType } from '../../discussion/events.js'
import type { IssueRow } from '../../issue/queries.js'
import { type ChangeIssue, changeIssue } from '../../issue/use-cases/change.js'
import { type CreateIssue, createIssue } from '../../issue/use-cases/create.js'
import type { IssueRef } from '../../issue/use-cases/find.js'
import type { MergeRequestRow } from '../../merge-request/queries.js'
import { type CreateRequest, createRequest } from '../../merge-request/use-cases/create.js'
import { type UpdateRequest, updateRequest } from '../../merge-request/use-cases/update.js'
import { readFor, takeActions } from './plan.js'

interface Kept {
  readonly id: number
  readonly iid: number
}

/** Keeps something with its description, then takes the quick actions that stood in there. */
const keepAndAct = async <Row extends Kept>(
  forge: Forge,
  caller: Caller,
  type: NoteableType,
  described: { readonly description: string | null | undefined; readonly isNew: boolean },
  keep: (description: string | null | undefined) => UseCase<Row>,
  shown: (row: Row) => { readonly projectId: number; readonly row: Row | undefined },
): Promise<E.Either<Rejection, Row>> => {
  const { description, isNew } = described
  const reading = typeof description === 'string' ? readFor(forge, type, description) : undefined
  const kept = await keep(reading?.text ?? description)(forge)()
  if (E.isLeft(kept) || reading === undefined || reading.actions.length === 0) return kept
  const { projectId } = shown(kept.right)
  const ref = { type, project: projectId, iid: kept.right.iid }
  const own = { ...caller, context: alongside(forge, caller.context) }
  const done = await takeActions(forge, own, ref, reading.actions, isNew)
  return E.isLeft(done) ? done : E.right(shown(kept.right).row ?? kept.right)
}

const requestShown = (forge: Forge) => (row: MergeRequestRow) => ({
  projectId: row.targetProjectId,
  row: forge.read.mergeRequests.byId(row.id),
})

const issueShown = (forge: Forge) => (row: IssueRow) => ({
  projectId: row.projectId,
  row: forge.read.issues.byId(row.id),
})

/** Proposes a branch for merging, and takes the quick actions of its description. Rejections: as `createRequest`. */
export const proposeRequest =
  (caller: Caller, input: CreateRequest): UseCase<MergeRequestRow> =>
  (forge) =>
  () =>
    keepAndAct(
      forge,
      caller,
      'MergeRequest',
      { description: input.description, isNew: true },
      (description) => createRequest(caller, { ...input, description: description ?? undefined }),
      requestShown(forge),
    )

/** Changes a request, and takes the quick actions of its new description. Rejections: as `updateRequest`. */
export const reviseRequest =
  (caller: Caller, input: UpdateRequest): UseCase<MergeRequestRow> =>
  (forge) =>
  () =>
    keepAndAct(
      forge,
      caller,
      'MergeRequest',
      { description: input.description, isNew: false },
      (description) => updateRequest(caller, { ...input, description }),
      requestShown(forge),
    )

/** Opens an issue, and takes the quick actions of its description. Rejections: as `createIssue`. */
export const openIssue =
  (caller: Caller, input: CreateIssue): UseCase<IssueRow> =>
  (forge) =>
  () =>
    keepAndAct(
      forge,
      caller,
      'Issue',
      { description: input.description, isNew: true },
      (description) => createIssue(caller, { ...input, description: description ?? null }),
      issueShown(forge),
    )

/** Changes an issue, and takes the quick actions of its new description. Rejections: as `changeIssue`. */
export const reviseIssue =
  (caller: Caller, ref: IssueRef, input: ChangeIssue): UseCase<IssueRow> =>
  (forge) =>
  () =>
    keepAndAct(
      forge,
      caller,
      'Issue',
      { description: input.description, isNew: false },
      (description) => changeIssue(caller, ref, { ...input, description }),
      issueShown(forge),
    )
