import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import {
  fieldErrors,
  forbidden,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
  unprocessable,
} from '../../../../kernel/index.js'
import { describe, textErrors } from '../../../issuable/description.js'
import { saveWithQuickActions } from '../../../issuable/quick-actions.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { isBranchName } from '../../../naming/ref-name.js'
import { findProject, mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { areInSameForkNetwork } from '../../../projects/project/steps/fork-network.js'
import type { Of } from '../decide/details.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { type AttributeInput, type Attributes, approvalsWanted, attributesOf } from '../steps/attributes.js'
import { computeVersion, VERSION_COUNTER } from '../steps/versions.js'
import { type BranchPair, branchPairName, branchPairTaken } from '../unique-names.js'

/** A new merge request. */
export interface CreateMergeRequest extends AttributeInput {
  /** The source project. */
  readonly project: ProjectRef
  readonly targetProjectId?: number | undefined
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly title: string
  readonly description?: string | undefined
  readonly removeSourceBranch?: boolean | undefined
  readonly allowCollaboration?: boolean | undefined
  readonly approvalsBeforeMerge?: number | undefined
  readonly squash?: boolean | undefined
}

const targetOf = (
  forge: Forge,
  principal: SignedIn,
  source: ProjectRow,
  wanted: number | undefined,
): E.Either<Rejection, ProjectRow> => {
  const found = findProject(forge, principal, wanted ?? source.id)
  if (E.isLeft(found)) return refuse(recordNotFound)
  return mayInProject(found.right, 'create_merge_request_in') ? E.right(found.right.project) : refuse(forbidden())
}

/** The refusal of the two branches, before other merge requests are looked at. */
const pairRefusal = (
  forge: Forge,
  source: ProjectRow,
  target: ProjectRow,
  input: CreateMergeRequest,
): Rejection | undefined => {
  if (source.id === target.id && input.sourceBranch === input.targetBranch)
    return unprocessable(["You can't use same project/branch for source and target"])
  if (!areInSameForkNetwork(forge, source, target))
    return unprocessable(['Source project is not a fork of the target project'])
  return undefined
}

const fieldRefusal = (input: CreateMergeRequest): Rejection | undefined => {
  const errors = fieldErrors({
    source_branch: isBranchName(input.sourceBranch) ? [] : ['is invalid'],
    target_branch: isBranchName(input.targetBranch) ? [] : ['is invalid'],
    ...textErrors(input),
  })
  return errors === undefined ? undefined : invalid(errors)
}

const keepMergeRequest: UseCase<CreateMergeRequest, MergeRequestRow> = async (forge, { principal, context }, given) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const from = projectFor(forge, principal, given.project, 'create_merge_request_from')
  if (E.isLeft(from)) return from
  const source = from.right.project
  const into = targetOf(forge, principal, source, given.targetProjectId)
  if (E.isLeft(into)) return into
  const target = into.right
  const input = { ...given, title: given.title.trim() }
  const wrong = pairRefusal(forge, source, target, input) ?? fieldRefusal(input)
  if (wrong !== undefined) return refuse(wrong)

  const { sourceBranch, targetBranch } = input
  const pair = { sourceProjectId: source.id, targetProjectId: target.id, sourceBranch, targetBranch }
  const rival = rivalOf(forge, pair)
  if (rival !== undefined) return refuse(branchPairTaken(`!${rival.iid}`))
  const attributes = await attributesOf(forge, principal, target, input, context)
  if (E.isLeft(attributes)) return attributes
  const iid = prefetchNumber(forge, `project-${target.id}-merge_request`)
  const version = prefetchNumber(forge, VERSION_COUNTER)
  const making = { target, pair, input, attributes: attributes.right, iid, version }
  return forge.aggregates.create(
    mergeRequest,
    'merge_request',
    [branchPairName(pair)],
    context,
    async (id, execute) => {
      const command = await commandOf(forge, principal, making)
      if (E.isLeft(command)) return command
      const made = await execute(command.right, withNewCommandId(forge, context))
      if (E.isLeft(made)) return made
      return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(id))
    },
  )
}

/** The open merge request of these branches in the read model: checking it first wastes no number. */
const rivalOf = (forge: Forge, { sourceProjectId, sourceBranch, targetProjectId, targetBranch }: BranchPair) =>
  forge.read.mergeRequests
    .rows(forge.read.mergeRequests.openFrom(sourceProjectId, sourceBranch))
    .find((row) => row.targetProjectId === targetProjectId && row.targetBranch === targetBranch)

interface Making {
  readonly target: ProjectRow
  readonly pair: BranchPair
  readonly input: CreateMergeRequest
  readonly attributes: Attributes
  readonly iid: ReturnType<typeof prefetchNumber>
  readonly version: ReturnType<typeof prefetchNumber>
}

const commandOf = async (
  forge: Forge,
  principal: SignedIn,
  { target, pair, input, attributes, iid: iidAhead, version: versionAhead }: Making,
): Promise<E.Either<Rejection, Of<'Create'>>> => {
  const iid = await iidAhead
  if (E.isLeft(iid)) return iid
  const version = await computeVersion(forge, { ...pair, iid: iid.right }, 'created', versionAhead)
  if (E.isLeft(version)) return version
  const { assigneeIds, reviewerIds, labelIds, milestoneId } = attributes
  const description = input.description ?? null
  return E.right({
    type: 'Create',
    version: version.right,
    iid: iid.right,
    ...pair,
    authorId: principal.userId,
    title: input.title,
    description: await describe(forge, description),
    assigneeIds: assigneeIds ?? [],
    reviewerIds: reviewerIds ?? [],
    labelIds: labelIds ?? [],
    ...mentionsAndReferences(forge, { principal, projectId: target.id }, `${input.title}\n${description ?? ''}`),
    squash: input.squash ?? false,
    forceRemoveSourceBranch: input.removeSourceBranch ?? false,
    allowCollaboration: input.allowCollaboration ?? false,
    discussionLocked: null,
    approvalsBeforeMerge: approvalsWanted(forge, target, input.approvalsBeforeMerge),
    milestoneId: milestoneId ?? null,
  })
}

/**
 * Creates a merge request, then executes the quick actions of the description (docs/reference/behaviour/review.md#creating-a-merge-request).
 *
 * Rejections: `NotFound` (Project); `RecordNotFound` (target); `Forbidden`; `Invalid` by field; `Unprocessable` (same branch, no fork);
 * `Conflict` where one is open for the same branches.
 */
export const createMergeRequest: UseCase<CreateMergeRequest, MergeRequestRow> = async (forge, caller, input) =>
  saveWithQuickActions(forge, caller, {
    type: 'MergeRequest',
    description: input.description,
    isNew: true,
    keep: (description) => keepMergeRequest(forge, caller, { ...input, description: description ?? undefined }),
    refOf: ({ targetProjectId, iid }) => ({ project: targetProjectId, iid }),
    reread: ({ id }) => forge.read.mergeRequests.byId(id),
  })
