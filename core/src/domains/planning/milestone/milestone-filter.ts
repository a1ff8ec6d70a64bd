import type { Lookup } from '../../../app/forge.js'
import { dayOf } from '../../../kernel/index.js'
import { type IdFilter, isWord } from '../../issuable/issuable-filter.js'

/** The milestones with exactly this title, wherever they are. */
export const milestonesTitled: Lookup<string, ReadonlyArray<number>> = (forge, title) =>
  forge.read.milestones.titled(title)

/** The former names of `None` and `Any`. */
const NO_MILESTONE = 'No Milestone'
const ANY_MILESTONE = 'Any Milestone'

/** A title, `None` (or `No Milestone`), `Any` (or `Any Milestone`), `#upcoming` or `#started` as a condition of lists; undefined where none is given. */
export const milestoneFilter: Lookup<string | undefined, IdFilter | undefined> = (forge, title) => {
  if (title === undefined || title === '') return undefined
  if (isWord(title, 'none') || title === NO_MILESTONE) return 'none'
  if (isWord(title, 'any') || title === ANY_MILESTONE) return 'any'
  const today = dayOf(forge.clock.now())
  if (title === '#upcoming') return forge.read.milestones.upcoming(today)
  if (title === '#started') return forge.read.milestones.started(today)
  return milestonesTitled(forge, title)
}
