import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ResourceParent } from '../../projects/resource-parent/resource-parent.js'
import type { MilestoneText } from './aggregate.js'

/** A milestone in the read model. */
export interface MilestoneRow {
  readonly id: number
  readonly iid: number
  readonly place: ResourceParent
  readonly title: string
  readonly description: MilestoneText
  readonly state: 'active' | 'closed'
  readonly startDate: Day | null
  readonly dueDate: Day | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Which milestones a list contains. */
export interface MilestoneFilter {
  readonly places: ReadonlyArray<ResourceParent>
  readonly state?: 'active' | 'closed' | undefined
  readonly iids?: ReadonlyArray<number> | undefined
  readonly title?: string | undefined
  /** A part of title or description, case-insensitively. */
  readonly search?: string | undefined
  /** Inclusive. */
  readonly updatedAfter?: Instant | undefined
  readonly updatedBefore?: Instant | undefined
}

/** The queries of milestones. */
export interface MilestoneQueries {
  readonly byId: (id: number) => MilestoneRow | undefined
  /** Of exactly that title in any of the places, the first place first. */
  readonly named: (places: ReadonlyArray<ResourceParent>, title: string) => MilestoneRow | undefined
  /** Everywhere. */
  readonly titled: (title: string) => ReadonlyArray<number>
  /** By due date, those without one last. */
  readonly list: (filter: MilestoneFilter, page: PageRequest) => Page<MilestoneRow>
  /** Of each place the open ones that are due next after the day. */
  readonly upcoming: (today: Day) => ReadonlyArray<number>
  /** Open ones whose start has come. */
  readonly started: (today: Day) => ReadonlyArray<number>
  /** Grows with each change of any milestone. */
  readonly edition: () => number
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly milestones: MilestoneQueries
  }
}
