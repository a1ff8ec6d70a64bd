import { effectiveChanges, isSame } from '../../../../kernel/index.js'
import { holdsOnlyMentions } from '../../../issuable/event-fields.js'
import type { MergeRequestEvent } from '../events.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './decision.js'

const sameSet = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Sets what differs; what is given and already so is no event. */
export const change = (command: Of<'Change'>, live: LiveMergeRequest): Decision => {
  const { changes, assigneeIds, reviewerIds, labelIds } = command
  const events: Array<MergeRequestEvent> = []
  const data = effectiveChanges(changes, live)
  if (!holdsOnlyMentions(data)) events.push({ type: 'DetailsChanged', data })
  if (assigneeIds !== undefined && !isSame(assigneeIds, live.assigneeIds))
    events.push({ type: 'AssigneesSet', data: { userIds: assigneeIds } })
  if (reviewerIds !== undefined && !isSame(reviewerIds, live.reviewerIds))
    events.push({ type: 'ReviewersSet', data: { userIds: reviewerIds } })
  if (labelIds !== undefined && !sameSet(labelIds, live.labelIds))
    events.push({ type: 'LabelsSet', data: { labelIds } })
  return only(...events)
}

/** Another target: the diff is another one, so what was armed or approved is void. */
export const retarget = ({ targetBranch, version, by }: Of<'Retarget'>, live: LiveMergeRequest): Decision => {
  if (live.status !== 'opened' || live.targetBranch === targetBranch) return nothing
  return only(
    { type: 'Retargeted', data: { targetBranch } },
    { type: 'VersionRecorded', data: version },
    ...(live.autoMerge === undefined
      ? []
      : [{ type: 'AutoMergeDisarmed', data: { reason: 'retargeted', by } } as const]),
    ...(live.approvals.length === 0 ? [] : [{ type: 'ApprovalsReset', data: {} } as const]),
  )
}
