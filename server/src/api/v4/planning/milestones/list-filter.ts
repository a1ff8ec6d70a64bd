import type { Forge } from '@forgefold/core/app'
import type { IdFilter } from '@forgefold/core/domains/issuable'
import { dayOf } from '@forgefold/core/kernel'
import { isWord } from '../../issuable/list-filter.js'

/** The milestones that a title means; undefined where none is asked for. */
export const milestonesOf = (forge: Forge, title: string | undefined): IdFilter | undefined => {
  if (title === undefined || title === '') return undefined
  const { milestones } = forge.read
  const today = dayOf(forge.clock.now())
  if (isWord(title, 'none')) return 'none'
  if (isWord(title, 'any')) return 'any'
  if (title === '#upcoming') return milestones.upcoming(today)
  if (title === '#started') return milestones.started(today)
  return milestones.titled(title)
}
