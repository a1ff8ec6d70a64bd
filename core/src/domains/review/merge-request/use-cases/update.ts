import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, invalid, type Rejection, recordNotFound, refuse, unprocessable } from '../../../../kernel/index.js'
import { describe, textErrors, wholeDescription } from '../../../issuable/description.js'
import { saveWithQuickActions } from '../../../issuable/quick-actions.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { isBranchName } from '../../../naming/ref-name.js'
import { exclusiveLabels } from '../../../planning/label/scoped-labels.js'
import { findMergeRequest, type MergeRequestAccess, type MergeRequestRef } from '../access.js'
import type { DetailChanges } from '../commands.js'
import { mergeRequest } from '../decider.js'
import { mayAdmin, mayReopen, mayUpdate } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { type AttributeInput, approvalsWanted, attributesOf, labelIdsOf } from '../steps/attributes.js'
import { canPushToSource } from '../steps/branches.js'
import { computeVersion } from '../steps/versions.js'
import { branchPairName } from '../unique-names.js'

/** A change of a merge request; omitted fields stay as they are. */
export interface UpdateMergeRequest extends AttributeInput {
  readonly mergeRequest: MergeRequestRef
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly addLabels?: ReadonlyArray<string> | undefined
  readonly removeLabels?: ReadonlyArray<string> | undefined
  readonly removeSourceBranch?: boolean | undefined
  readonly allowCollaboration?: boolean | undefined
  readonly squash?: boolean | undefined
  readonly targetBranch?: string | undefined
  readonly stateEvent?: 'close' | 'reopen' | undefined
  readonly discussionLocked?: boolean | undefined
  readonly approvalsBeforeMerge?: number | undefined
}

interface Updating {
  readonly forge: Forge
  readonly principal: SignedIn
  readonly context: Caller['context']
  readonly access: MergeRequestAccess
  readonly input: UpdateMergeRequest
}

type Step = Promise<E.Either<Rejection, unknown>>

/** The labels after the change: replaced, then added, then removed. */
const labelsAfter = async (
  { forge, principal, context, access, input }: Updating,
  replaced: ReadonlyArray<number> | undefined,
): Promise<E.Either<Rejection, ReadonlyArray<number> | undefined>> => {
  const { addLabels = [], removeLabels = [] } = input
  if (!mayAdmin(access.facts) || (addLabels.length === 0 && removeLabels.length === 0)) return E.right(replaced)
  const added = await labelIdsOf(forge, principal, access.row.targetProjectId, addLabels, context)
  if (E.isLeft(added)) return added
  const removed = new Set([...new Set(removeLabels)].flatMap((title) => forge.read.labels.titled(title)))
  const base = replaced ?? access.row.labelIds
  return E.right(exclusiveLabels(forge, [...base, ...added.right]).filter((id) => !removed.has(id)))
}

const changesOf = async (updating: Updating, milestoneId: number | null | undefined): Promise<DetailChanges> => {
  const { forge, principal, access, input } = updating
  const { row } = access
  const title = input.title?.trim()
  const newText = input.description !== undefined || title !== undefined
  const whole = input.description === undefined ? await wholeDescription(forge, row.description) : input.description
  const removes =
    row.sourceProjectId === row.targetProjectId || canPushToSource(forge, principal, row)
      ? input.removeSourceBranch
      : undefined
  const speaker = { principal, projectId: row.targetProjectId }
  return {
    title,
    description: input.description === undefined ? undefined : await describe(forge, input.description),
    ...(newText ? mentionsAndReferences(forge, speaker, `${title ?? row.title}\n${whole ?? ''}`) : {}),
    squash: input.squash,
    forceRemoveSourceBranch: removes,
    allowCollaboration: input.allowCollaboration,
    discussionLocked: input.discussionLocked,
    approvalsBeforeMerge:
      input.approvalsBeforeMerge === undefined
        ? undefined
        : approvalsWanted(forge, access.target.project, input.approvalsBeforeMerge),
    milestoneId,
  }
}

const changeDetails = async (updating: Updating): Step => {
  const { forge, principal, context, access, input } = updating
  const attributes = await attributesOf(forge, principal, access.target.project, input, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds, reviewerIds, milestoneId } = attributes.right
  const labelIds = await labelsAfter(updating, attributes.right.labelIds)
  if (E.isLeft(labelIds)) return labelIds
  const changes = await changesOf(updating, milestoneId)
  const command = { type: 'Change', changes, assigneeIds, reviewerIds, labelIds: labelIds.right } as const
  return forge.aggregates.execute(mergeRequest, access.row.id, command, withNewCommandId(forge, context))
}

/** A new target branch: the unique pair of branches is reserved first. */
const retarget = async ({ forge, principal, context, access, input }: Updating): Step => {
  const { row } = access
  const { targetBranch } = input
  if (targetBranch === undefined || targetBranch === row.targetBranch || row.status !== 'opened')
    return E.right(undefined)
  if (!isBranchName(targetBranch)) return refuse(invalid({ target_branch: ['is invalid'] }))
  if (row.sourceProjectId === row.targetProjectId && targetBranch === row.sourceBranch)
    return refuse(unprocessable(["You can't use same project/branch for source and target"]))
  const pair = { ...row, targetBranch }
  return forge.aggregates.reserve(mergeRequest, row.id, [branchPairName(pair)], context, async (execute) => {
    const version = await computeVersion(forge, pair, 'retargeted')
    if (E.isLeft(version)) return version
    const command = { type: 'Retarget', targetBranch, version: version.right, by: principal.userId } as const
    return execute(command, withNewCommandId(forge, context))
  })
}

const close = async ({ forge, principal, context, access }: Updating): Step => {
  const { row } = access
  const command = { type: 'Close', by: principal.userId, because: 'asked' } as const
  return forge.aggregates.execute(mergeRequest, row.id, command, withNewCommandId(forge, context))
}

/** It stays closed where its source is deleted, or another one is open for its branches (docs/reference/behaviour/review.md#merge-request-states). */
const reopen = async ({ forge, principal, context, access }: Updating): Step => {
  const row = forge.read.mergeRequests.byId(access.row.id) ?? access.row
  if (row.status !== 'closed' || !mayReopen(access.facts, row)) return E.right(undefined)
  return forge.aggregates.reserve(mergeRequest, row.id, [branchPairName(row)], context, async (execute) => {
    const version = await computeVersion(forge, row, 'reopened')
    if (E.isLeft(version)) return version
    const command = { type: 'Reopen', by: principal.userId, version: version.right } as const
    return execute(command, withNewCommandId(forge, context))
  })
}

const keepChanges: UseCase<UpdateMergeRequest, MergeRequestRow> = async (forge, { principal, context }, input) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: input.mergeRequest, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const access = found.right
  if (principal.kind !== 'user' || !mayUpdate(access.facts)) return refuse(forbidden())
  const errors = textErrors({ title: input.title?.trim() })
  if (errors !== undefined) return refuse(invalid(errors))
  const updating: Updating = { forge, principal, context, access, input }
  const steps = [
    retarget,
    changeDetails,
    ...(input.stateEvent === 'close' ? [close] : input.stateEvent === 'reopen' ? [reopen] : []),
  ]
  for (const step of steps) {
    const done = await step(updating)
    if (E.isLeft(done)) return done
  }
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(access.row.id))
}

/**
 * Changes a merge request, then executes the quick actions of a new description; inapplicable changes (closing a merged one) are ignored
 * (docs/reference/behaviour/review.md#updating-a-merge-request).
 *
 * Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `Invalid`, `Unprocessable` and `Conflict` as when creating.
 */
export const updateMergeRequest: UseCase<UpdateMergeRequest, MergeRequestRow> = async (forge, caller, input) =>
  saveWithQuickActions(forge, caller, {
    type: 'MergeRequest',
    description: input.description,
    isNew: false,
    keep: (description) => keepChanges(forge, caller, { ...input, description }),
    refOf: ({ targetProjectId, iid }) => ({ project: targetProjectId, iid }),
    reread: ({ id }) => forge.read.mergeRequests.byId(id),
  })
