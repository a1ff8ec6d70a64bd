import { dayOf } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import { isBranchName } from '../../../naming/ref-name.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'
import { asDraft, isDraft, withoutDraft } from '../../../review/merge-request/rules/draft.js'
import { dayIn, milestoneNamed } from '../parsing/index.js'
import { type ActionContext, type Effect, noEffect, nounOf, type QuickAction } from './quick-action.js'

export const title: QuickAction = ({ issuable }, argument) => {
  if (!issuable.mayUpdate) return undefined
  if (argument === '') return noEffect()
  return { changes: { title: argument }, message: `Changed the title to "${argument}".`, set: { title: argument } }
}

const setDraft = ({ forge, issuable }: ActionContext, wanted: boolean, message: string): Effect => {
  const { release } = forge.instance
  return {
    changes: { wip_event: wanted ? 'draft' : 'ready' },
    message,
    set: { title: wanted ? asDraft(issuable.title, release) : withoutDraft(issuable.title, release) },
  }
}

export const draft: QuickAction = (context) => {
  const { forge, issuable } = context
  const { release } = forge.instance
  const noun = nounOf(issuable)
  if (!issuable.mayUpdate) return undefined
  if (!isDraft(issuable.title, release)) return setDraft(context, true, `Marked this ${noun} as a draft.`)
  return releaseHas('quick_actions.draft_toggle', release)
    ? setDraft(context, false, `Unmarked this ${noun} as a draft.`)
    : noEffect(`No change to this ${noun}'s draft status.`)
}

export const ready: QuickAction = (context) => {
  const { forge, issuable } = context
  if (!issuable.mayUpdate) return undefined
  return isDraft(issuable.title, forge.instance.release)
    ? setDraft(context, false, `Marked this ${nounOf(issuable)} as ready.`)
    : noEffect(`No change to this ${nounOf(issuable)}'s draft status.`)
}

export const targetBranch: QuickAction = async ({ forge, issuable }, argument) => {
  if (!issuable.mayUpdate) return undefined
  if (!isBranchName(argument)) return noEffect()
  const there = await forge.git.of(issuable.project.project.id).ref(branchRef(argument))
  if (there === undefined) return noEffect()
  return {
    changes: { target_branch: argument },
    message: `Set target branch to ${argument}.`,
    set: { targetBranch: argument },
  }
}

const milestoneReference = ({ title: name }: { readonly title: string }): string =>
  /\s/.test(name) ? `%"${name}"` : `%${name}`

export const milestone: QuickAction = ({ forge, issuable }, argument) => {
  if (!issuable.mayAdmin) return undefined
  const wanted = milestoneNamed(argument)
  const project = { kind: 'project', id: issuable.project.project.id } as const
  const row =
    'iid' in wanted
      ? forge.read.milestones.list({ places: [project], iids: [wanted.iid] }, { page: 1, perPage: 1 }).rows[0]
      : forge.read.milestones.named(resourceParentAndAncestors(forge, project), wanted.title)
  if (row === undefined) return noEffect()
  return {
    changes: { milestone_id: row.id },
    message: `Set the milestone to ${milestoneReference(row)}.`,
    set: { milestoneId: row.id },
  }
}

export const removeMilestone: QuickAction = ({ forge, issuable }) => {
  const row = issuable.milestoneId === null ? undefined : forge.read.milestones.byId(issuable.milestoneId)
  if (!issuable.mayAdmin || row === undefined) return undefined
  const message = `Removed ${milestoneReference(row)} milestone.`
  return { changes: { milestone_id: null }, message, set: { milestoneId: null } }
}

export const due: QuickAction = ({ caller, issuable }, argument) => {
  if (!issuable.mayAdmin) return undefined
  const day = dayIn(argument, dayOf(caller.context.at))
  if (day === undefined) return noEffect('Failed to set due date because the date format is invalid.')
  return { changes: { due_date: day }, message: `Set the due date to ${day}.`, set: { dueDate: day } }
}

export const removeDueDate: QuickAction = ({ issuable }) =>
  issuable.mayAdmin && issuable.dueDate !== null
    ? { changes: { due_date: null }, message: 'Removed the due date.', set: { dueDate: null } }
    : undefined

const setLocked =
  (wanted: boolean): QuickAction =>
  ({ issuable }) =>
    issuable.mayAdmin && issuable.discussionLocked !== wanted
      ? {
          changes: { discussion_locked: wanted },
          message: wanted ? 'Locked the discussion.' : 'Unlocked the discussion.',
          set: { discussionLocked: wanted },
        }
      : undefined

export const lock = setLocked(true)
export const unlock = setLocked(false)

export const confidential: QuickAction = ({ issuable }) =>
  issuable.mayAdmin && !issuable.confidential
    ? {
        changes: { confidential: true },
        message: `Made this ${nounOf(issuable)} confidential.`,
        set: { confidential: true },
      }
    : undefined
