import { dayOf } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import { placesFrom } from '../../../projects/owner/access.js'
import { branchRef, isBranchName } from '../../../projects/repository/ref-names.js'
import { asDraft, isDraft, withoutDraft } from '../../../review/merge-request/rules/draft.js'
import { dayIn, milestoneNamed } from '../reading/index.js'
import { type Act, type Acting, type Effect, inVain, nounOf } from './act.js'

export const title: Act = ({ subject }, argument) => {
  if (!subject.mayUpdate) return undefined
  if (argument === '') return inVain()
  return { changes: { title: argument }, message: `Changed the title to "${argument}".`, set: { title: argument } }
}

const setDraft = ({ forge, subject }: Acting, wanted: boolean, message: string): Effect => {
  const { release } = forge.instance
  return {
    changes: { wip_event: wanted ? 'draft' : 'ready' },
    message,
    set: { title: wanted ? asDraft(subject.title, release) : withoutDraft(subject.title, release) },
  }
}

export const draft: Act = (acting) => {
  const { forge, subject } = acting
  const { release } = forge.instance
  const noun = nounOf(subject)
  if (!subject.mayUpdate) return undefined
  if (!isDraft(subject.title, release)) return setDraft(acting, true, `Marked this ${noun} as a draft.`)
  return releaseHas('quick_actions.draft_toggle', release)
    ? setDraft(acting, false, `Unmarked this ${noun} as a draft.`)
    : inVain(`No change to this ${noun}'s draft status.`)
}

export const ready: Act = (acting) => {
  const { forge, subject } = acting
  if (!subject.mayUpdate) return undefined
  return isDraft(subject.title, forge.instance.release)
    ? setDraft(acting, false, `Marked this ${nounOf(subject)} as ready.`)
    : inVain(`No change to this ${nounOf(subject)}'s draft status.`)
}

export const targetBranch: Act = async ({ forge, subject }, argument) => {
  if (!subject.mayUpdate) return undefined
  if (!isBranchName(argument)) return inVain()
  const there = await forge.git.of(subject.project.project.id).ref(branchRef(argument))
  if (there === undefined) return inVain()
  return {
    changes: { target_branch: argument },
    message: `Set target branch to ${argument}.`,
    set: { targetBranch: argument },
  }
}

const milestoneReference = ({ title: name }: { readonly title: string }): string =>
  /\s/.test(name) ? `%"${name}"` : `%${name}`

export const milestone: Act = ({ forge, subject }, argument) => {
  if (!subject.mayAdmin) return undefined
  const wanted = milestoneNamed(argument)
  const project = { kind: 'project', id: subject.project.project.id } as const
  const row =
    'iid' in wanted
      ? forge.read.milestones.list({ places: [project], iids: [wanted.iid] }, { page: 1, perPage: 1 }).rows[0]
      : forge.read.milestones.named(placesFrom(forge, project), wanted.title)
  if (row === undefined) return inVain()
  return {
    changes: { milestone_id: row.id },
    message: `Set the milestone to ${milestoneReference(row)}.`,
    set: { milestoneId: row.id },
  }
}

export const removeMilestone: Act = ({ forge, subject }) => {
  const row = subject.milestoneId === null ? undefined : forge.read.milestones.byId(subject.milestoneId)
  if (!subject.mayAdmin || row === undefined) return undefined
  const message = `Removed ${milestoneReference(row)} milestone.`
  return { changes: { milestone_id: null }, message, set: { milestoneId: null } }
}

export const due: Act = ({ caller, subject }, argument) => {
  if (!subject.mayAdmin) return undefined
  const day = dayIn(argument, dayOf(caller.context.at))
  if (day === undefined) return inVain('Failed to set due date because the date format is invalid.')
  return { changes: { due_date: day }, message: `Set the due date to ${day}.`, set: { dueDate: day } }
}

export const removeDueDate: Act = ({ subject }) =>
  subject.mayAdmin && subject.dueDate !== null
    ? { changes: { due_date: null }, message: 'Removed the due date.', set: { dueDate: null } }
    : undefined

const setLocked =
  (wanted: boolean): Act =>
  ({ subject }) =>
    subject.mayAdmin && subject.discussionLocked !== wanted
      ? {
          changes: { discussion_locked: wanted },
          message: wanted ? 'Locked the discussion.' : 'Unlocked the discussion.',
          set: { discussionLocked: wanted },
        }
      : undefined

export const lock = setLocked(true)
export const unlock = setLocked(false)

export const confidential: Act = ({ subject }) =>
  subject.mayAdmin && !subject.confidential
    ? {
        changes: { confidential: true },
        message: `Made this ${nounOf(subject)} confidential.`,
        set: { confidential: true },
      }
    : undefined
