import type { Day } from '../../../kernel/index.js'
import type { Place } from '../../projects/owner/place.js'
import type { MilestoneText } from './events.js'

export type MilestoneCommand =
  | {
      readonly type: 'Create'
      readonly place: Place
      readonly iid: number
      readonly title: string
      readonly description: MilestoneText
      readonly startDate: Day | null
      readonly dueDate: Day | null
    }
  | {
      readonly type: 'Change'
      readonly title?: string | undefined
      readonly description?: MilestoneText | undefined
      readonly startDate?: Day | null | undefined
      readonly dueDate?: Day | null | undefined
      readonly stateEvent?: 'close' | 'activate' | undefined
    }
  | { readonly type: 'Delete' }
