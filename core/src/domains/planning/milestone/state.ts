import type { Day } from '../../../kernel/index.js'
import type { Place } from '../../projects/owner/place.js'
import type { MilestoneText } from './events.js'

/** A milestone as its decider remembers it. */
export interface LiveMilestone {
  readonly kind: 'live'
  readonly place: Place
  readonly iid: number
  readonly title: string
  readonly description: MilestoneText
  readonly startDate: Day | null
  readonly dueDate: Day | null
  readonly active: boolean
}

export type MilestoneState = { readonly kind: 'none' } | LiveMilestone | { readonly kind: 'deleted' }
