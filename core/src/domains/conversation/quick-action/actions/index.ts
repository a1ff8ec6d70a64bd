/** What each quick action does. */
import { type ReleaseItemId, releaseHas } from '../../../../releases/index.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import * as details from './details.js'
import * as labels from './labels.js'
import * as lifecycle from './lifecycle.js'
import * as merging from './merging.js'
import * as participation from './participation.js'
import { assignees, reviewers } from './people.js'
import type { QuickAction } from './quick-action.js'
import * as time from './time.js'

export type { ActionContext, ActionTarget, AttributeChanges, Effect, Step } from './quick-action.js'

interface Definition {
  /** Separated by blanks. */
  readonly names: string
  readonly execute: QuickAction
  /** Undefined: both. */
  readonly on?: IssuableType
  /** Its item in the release table. */
  readonly item?: ReleaseItemId
  /** Also available in the description of a new issuable. */
  readonly atCreation?: true
}

const request = { on: 'MergeRequest' } as const
const issue = { on: 'Issue' } as const
const early = { atCreation: true } as const

const DEFINITIONS: ReadonlyArray<Definition> = [
  { names: 'assign', execute: assignees.assign, ...early },
  { names: 'reassign', execute: assignees.reassign },
  { names: 'unassign remove_assignee', execute: assignees.unassign },
  { names: 'assign_reviewer reviewer request_review', execute: reviewers.assign, ...early, ...request },
  { names: 'reassign_reviewer', execute: reviewers.reassign, ...request },
  { names: 'unassign_reviewer remove_reviewer', execute: reviewers.unassign, ...request },
  { names: 'label labels', execute: labels.addLabels, ...early },
  { names: 'unlabel remove_label', execute: labels.removeLabels },
  { names: 'relabel', execute: labels.replaceLabels },
  { names: 'milestone', execute: details.milestone, ...early },
  { names: 'remove_milestone', execute: details.removeMilestone },
  { names: 'title', execute: details.title },
  { names: 'lock', execute: details.lock },
  { names: 'unlock', execute: details.unlock },
  { names: 'due', execute: details.due, ...early, ...issue },
  { names: 'remove_due_date', execute: details.removeDueDate, ...issue },
  { names: 'confidential', execute: details.confidential, ...early, ...issue },
  { names: 'draft', execute: details.draft, ...early, ...request },
  { names: 'wip', execute: details.draft, ...early, ...request, item: 'merge_request.wip_title_prefix' },
  { names: 'ready', execute: details.ready, ...request, item: 'quick_actions.ready' },
  { names: 'target_branch', execute: details.targetBranch, ...early, ...request },
  { names: 'close', execute: lifecycle.close },
  { names: 'reopen', execute: lifecycle.reopen },
  { names: 'duplicate', execute: lifecycle.duplicate, ...issue },
  { names: 'copy_metadata', execute: lifecycle.copyMetadata, ...early },
  { names: 'estimate estimate_time', execute: time.estimate, ...early },
  { names: 'remove_estimate remove_time_estimate', execute: time.removeEstimate },
  { names: 'spend spent spend_time', execute: time.spend, ...early },
  { names: 'remove_time_spent', execute: time.removeTimeSpent },
  { names: 'todo', execute: participation.todo },
  { names: 'done', execute: participation.done },
  { names: 'subscribe', execute: participation.subscribe },
  { names: 'unsubscribe', execute: participation.unsubscribe },
  { names: 'award react', execute: participation.award },
  { names: 'merge', execute: merging.merge, ...request },
  { names: 'rebase', execute: merging.rebase, ...request },
  { names: 'approve', execute: merging.approve, ...request },
  { names: 'unapprove', execute: merging.unapprove, ...request, item: 'quick_actions.unapprove' },
]

const BY_NAME: ReadonlyMap<string, Definition> = new Map(
  DEFINITIONS.flatMap((definition) => definition.names.split(' ').map((name) => [name, definition] as const)),
)

/** The quick action of a name for this issuable type in that release; undefined where there is none. */
export const quickActionNamed = (
  name: string,
  on: IssuableType,
  release: string,
): { readonly execute: QuickAction; readonly atCreation: boolean } | undefined => {
  const definition = BY_NAME.get(name)
  if (definition === undefined || (definition.on !== undefined && definition.on !== on)) return undefined
  if (definition.item !== undefined && !releaseHas(definition.item, release)) return undefined
  return { execute: definition.execute, atCreation: definition.atCreation === true }
}
