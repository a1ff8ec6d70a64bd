import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { idOf } from '../../../kernel/index.js'
import { approvalsLeft, isApproved } from '../../review/approval-rule/rule-verdict.js'
import { mergeRequest } from '../../review/merge-request/decider.js'
import type { MergeRequestRow } from '../../review/merge-request/queries.js'
import { approvalState } from '../../review/merge-request/steps/approval-state.js'
import type { EventDetails, ReadEvent } from './deliverable-event.js'

type MergeRequestAction = Extract<EventDetails, { readonly kind: 'merge_request' }>['action']

const MERGE_REQUEST_ACTIONS: Readonly<Record<string, MergeRequestAction>> = {
  MergeRequestCreated: 'open',
  DetailsChanged: 'update',
  AssigneesSet: 'update',
  ReviewersSet: 'update',
  LabelsSet: 'update',
  Retargeted: 'update',
  VersionRecorded: 'update',
  TimeEstimateSet: 'update',
  TimeSpent: 'update',
  MergeRequestClosed: 'close',
  MergeRequestReopened: 'reopen',
  MergeRequestMerged: 'merge',
  Approved: 'approved',
  Unapproved: 'unapproved',
}

/** On paid tiers an approval is told apart that completes what the rules require, and one whose loss makes it incomplete. */
const approvalAction = (
  forge: Forge,
  row: MergeRequestRow,
  { action, approver }: { readonly action: MergeRequestAction; readonly approver: number },
): MergeRequestAction => {
  const project = forge.instance.tier === 'free' ? undefined : forge.read.projects.byId(row.targetProjectId)
  if (project === undefined) return action
  const others = row.approvedBy.filter((id) => id !== approver)
  const { rules } = approvalState(forge, project, { ...row, approvedBy: [...others, approver] })
  if (action === 'approved') return approvalsLeft(rules) === 0 ? 'approved' : 'approval'
  return isApproved(rules) ? 'unapproved' : 'unapproval'
}

/** Reads the events of merge requests that webhooks deliver. */
export const mergeRequests: ReadEvent = (forge, event) => {
  const action = MERGE_REQUEST_ACTIONS[event.type]
  const row = action === undefined ? undefined : forge.read.mergeRequests.byId(Number(idOf(event.stream)))
  if (action === undefined || row === undefined) return undefined
  const read = mergeRequest.events.decode(event)
  if (E.isLeft(read)) return undefined
  const { type, data } = read.right
  // The first version belongs to the new merge request.
  if (type === 'VersionRecorded' && event.revision <= 1) return undefined
  const approver = type === 'Approved' || type === 'Unapproved' ? data.userId : undefined
  const by = approver ?? ('by' in data ? data.by : undefined)
  return {
    trigger: 'merge_requests_events',
    place: { kind: 'project', id: row.targetProjectId },
    details: {
      kind: 'merge_request',
      id: row.id,
      action: approver === undefined ? action : approvalAction(forge, row, { action, approver }),
      ...(type === 'VersionRecorded' ? { isVersion: true } : {}),
    },
    ...(typeof by === 'number' ? { userId: by } : {}),
  }
}
