/** What each quick action does. */
import { type ReleaseItemId, releaseHas } from '../../../../releases/index.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import type { Act } from './act.js'
import * as details from './details.js'
import * as labels from './labels.js'
import * as lifecycle from './lifecycle.js'
import * as merging from './merging.js'
import * as participation from './participation.js'
import { assignees, reviewers } from './people.js'
import * as time from './time.js'

export type { ActionContext, ActionTarget, Effect, Settings, Step } from './act.js'

interface Definition {
  /** Separated by blanks. */
  readonly names: string
  readonly act: Act
  /** Undefined: both. */
  readonly on?: IssuableType
  /** Its line in the table of releases. */
  readonly item?: ReleaseItemId
  /** Also in the text with which the thing is made. */
  readonly atCreation?: true
}

const request = { on: 'MergeRequest' } as const
const issue = { on: 'Issue' } as const
const early = { atCreation: true } as const

const DEFINITIONS: ReadonlyArray<Definition> = [
  { names: 'assign', act: assignees.assign, ...early },
  { names: 'reassign', act: assignees.reassign },
  { names: 'unassign remove_assignee', act: assignees.unassign },
  { names: 'assign_reviewer reviewer request_review', act: reviewers.assign, ...early, ...request },
  { names: 'reassign_reviewer', act: reviewers.reassign, ...request },
  { names: 'unassign_reviewer remove_reviewer', act: reviewers.unassign, ...request },
  { names: 'label labels', act: labels.addLabels, ...early },
  { names: 'unlabel remove_label', act: labels.removeLabels },
  { names: 'relabel', act: labels.replaceLabels },
  { names: 'milestone', act: details.milestone, ...early },
  { names: 'remove_milestone', act: details.removeMilestone },
  { names: 'title', act: details.title },
  { names: 'lock', act: details.lock },
  { names: 'unlock', act: details.unlock },
  { names: 'due', act: details.due, ...early, ...issue },
  { names: 'remove_due_date', act: details.removeDueDate, ...issue },
  { names: 'confidential', act: details.confidential, ...early, ...issue },
  { names: 'draft', act: details.draft, ...early, ...request },
  { names: 'wip', act: details.draft, ...early, ...request, item: 'merge_request.wip_title_prefix' },
  { names: 'ready', act: details.ready, ...request, item: 'quick_actions.ready' },
  { names: 'target_branch', act: details.targetBranch, ...early, ...request },
  { names: 'close', act: lifecycle.close },
  { names: 'reopen', act: lifecycle.reopen },
  { names: 'duplicate', act: lifecycle.duplicate, ...issue },
  { names: 'copy_metadata', act: lifecycle.copyMetadata, ...early },
  { names: 'estimate estimate_time', act: time.estimate, ...early },
  { names: 'remove_estimate remove_time_estimate', act: time.removeEstimate },
  { names: 'spend spent spend_time', act: time.spend, ...early },
  { names: 'remove_time_spent', act: time.removeTimeSpent },
  { names: 'todo', act: participation.todo },
  { names: 'done', act: participation.done },
  { names: 'subscribe', act: participation.subscribe },
  { names: 'unsubscribe', act: participation.unsubscribe },
  { names: 'award react', act: participation.award },
  { names: 'merge', act: merging.merge, ...request },
  { names: 'rebase', act: merging.rebase, ...request },
  { names: 'approve', act: merging.approve, ...request },
  { names: 'unapprove', act: merging.unapprove, ...request, item: 'quick_actions.unapprove' },
]

const BY_NAME: ReadonlyMap<string, Definition> = new Map(
  DEFINITIONS.flatMap((definition) => definition.names.split(' ').map((name) => [name, definition] as const)),
)

/** What a name does on such a thing in that release; undefined where there is no such quick action. */
export const actNamed = (
  name: string,
  on: IssuableType,
  release: string,
): { readonly act: Act; readonly atCreation: boolean } | undefined => {
  const definition = BY_NAME.get(name)
  if (definition === undefined || (definition.on !== undefined && definition.on !== on)) return undefined
  if (definition.item !== undefined && !releaseHas(definition.item, release)) return undefined
  return { act: definition.act, atCreation: definition.atCreation === true }
}
