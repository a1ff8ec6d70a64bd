import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { IssuableType } from '../../issuable/event-fields.js'

export const RESOURCE_EVENT_KINDS = ['label', 'milestone', 'state', 'weight'] as const
export type ResourceEventKind = (typeof RESOURCE_EVENT_KINDS)[number]

/** A change of labels, milestone, state or weight, as lists show it. */
export interface ResourceEventRow {
  readonly id: number
  readonly kind: ResourceEventKind
  readonly noteableType: IssuableType
  readonly noteableId: number
  /** Null: the forge itself. */
  readonly userId: number | null
  /** The label or the milestone; null for other kinds. */
  readonly subjectId: number | null
  /** `add`, `remove`; the new state for a state; `set` for a weight. */
  readonly action: string
  /** The new weight; null also where it was removed, and for other kinds. */
  readonly weight: number | null
  readonly createdAt: Instant
}

export interface ActivityQueries {
  /** Oldest first. */
  readonly resourceEvents: (
    of: { readonly noteableType: IssuableType; readonly noteableId: number; readonly kind: ResourceEventKind },
    page: PageRequest,
  ) => Page<ResourceEventRow>
  /** The ids of issuables of one type that mention this one. */
  readonly mentioning: (type: IssuableType, id: number, by: IssuableType) => ReadonlyArray<number>
  readonly resourceEvent: (
    kind: ResourceEventKind,
    noteableType: IssuableType,
    noteableId: number,
    id: number,
  ) => ResourceEventRow | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly activity: ActivityQueries
  }
}
