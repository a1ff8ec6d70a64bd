import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import type { IssueRow } from '../../../planning/issue/queries.js'
import { type ChangeIssue, changeIssue } from '../../../planning/issue/use-cases/change.js'
import { type CreateIssue, createIssue } from '../../../planning/issue/use-cases/create.js'
import type { IssueRef } from '../../../planning/issue/use-cases/find.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { type CreateMergeRequest, createMergeRequest } from '../../../review/merge-request/use-cases/create.js'
import { type UpdateMergeRequest, updateMergeRequest } from '../../../review/merge-request/use-cases/update.js'
import { readFor, takeActions } from './plan.js'

interface Kept {
  readonly id: number
  readonly iid: number
}

/** A kind of thing that has a description, where one of them belongs, and how it is read again. */
interface Described<Row> {
  readonly type: IssuableType
  readonly projectOf: (row: Row) => number
  readonly byId: (forge: Forge, id: number) => Row | undefined
}

const REQUESTS: Described<MergeRequestRow> = {
  type: 'MergeRequest',
  projectOf: (row) => row.targetProjectId,
  byId: (forge, id) => forge.read.mergeRequests.byId(id),
}

const ISSUES: Described<IssueRow> = {
  type: 'Issue',
  projectOf: (row) => row.projectId,
  byId: (forge, id) => forge.read.issues.byId(id),
}

/** A description as it is given, and whether what it describes is only being made. */
interface Given {
  readonly description: string | null | undefined
  readonly isNew: boolean
}

/** Keeps something with its description, then takes the quick actions that stood in there. */
const keepAndAct = async <Row extends Kept>(
  forge: Forge,
  { type, projectOf, byId }: Described<Row>,
  caller: Caller,
  { description, isNew }: Given,
  keep: (forge: Forge, description: string | null | undefined) => UseCaseResult<Row>,
): UseCaseResult<Row> => {
  const reading = typeof description === 'string' ? readFor(forge, type, description) : undefined
  const kept = await keep(forge, reading?.text ?? description)
  if (E.isLeft(kept) || reading === undefined || reading.actions.length === 0) return kept
  const ref = { type, project: projectOf(kept.right), iid: kept.right.iid }
  const own = { ...caller, context: withNewCommandId(forge, caller.context) }
  const done = await takeActions(forge, own, ref, reading.actions, isNew)
  return E.isLeft(done) ? done : E.right(byId(forge, kept.right.id) ?? kept.right)
}

/** Proposes a branch for merging, and takes the quick actions of its description. Rejections: as `createMergeRequest`. */
export const proposeMergeRequest = (
  forge: Forge,
  caller: Caller,
  input: CreateMergeRequest,
): UseCaseResult<MergeRequestRow> =>
  keepAndAct(forge, REQUESTS, caller, { description: input.description, isNew: true }, (forge, description) =>
    createMergeRequest(forge, caller, { ...input, description: description ?? undefined }),
  )

/** Changes a merge request, and takes the quick actions of its new description. Rejections: as `updateMergeRequest`. */
export const reviseMergeRequest = (
  forge: Forge,
  caller: Caller,
  input: UpdateMergeRequest,
): UseCaseResult<MergeRequestRow> =>
  keepAndAct(forge, REQUESTS, caller, { description: input.description, isNew: false }, (forge, description) =>
    updateMergeRequest(forge, caller, { ...input, description }),
  )

/** Opens an issue, and takes the quick actions of its description. Rejections: as `createIssue`. */
export const openIssue = (forge: Forge, caller: Caller, input: CreateIssue): UseCaseResult<IssueRow> =>
  keepAndAct(forge, ISSUES, caller, { description: input.description, isNew: true }, (forge, description) =>
    createIssue(forge, caller, { ...input, description: description ?? null }),
  )

/** Changes an issue, and takes the quick actions of its new description. Rejections: as `changeIssue`. */
export const reviseIssue = (forge: Forge, caller: Caller, ref: IssueRef, input: ChangeIssue): UseCaseResult<IssueRow> =>
  keepAndAct(forge, ISSUES, caller, { description: input.description, isNew: false }, (forge, description) =>
    changeIssue(forge, caller, ref, { ...input, description }),
  )
