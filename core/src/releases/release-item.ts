import type { Lifespan } from './lifespan.js'

/** The kinds of items. */
export type ItemKind =
  | 'field'
  | 'parameter'
  | 'value'
  | 'setting'
  | 'endpoint'
  | 'rule'
  | 'keyword'
  | 'variable'
  | 'graphql'

/** The part of the API documentation that an item belongs to. */
export type ItemArea =
  | 'Merge requests'
  | 'Approvals'
  | 'Settings'
  | 'OAuth'
  | 'Tokens'
  | 'Packages'
  | 'Deployments'
  | 'Instance'
  | 'Labels'
  | 'Milestones'
  | 'Notes'
  | 'Quick actions'
  | 'CI configuration'
  | 'CI variables'
  | 'Runners'
  | 'Job tokens'
  | 'GraphQL'
  | 'Security reports'
  | 'Other endpoints'

/** One line of the release table: an item, its lifespan, and what clients see before and after. */
export interface ReleaseItem extends Lifespan {
  readonly kind: ItemKind
  readonly area: ItemArea
  /** The name that clients write or read: a field, a parameter, a path, a keyword. */
  readonly name: string
  /** The release of the removal in the published schedule, where `until` differs from it. */
  readonly planned?: string
  readonly replacedBy?: string
  /** What clients see while the item exists, or before it is added. */
  readonly before: string
  /** What clients see once it is removed, or has been added. */
  readonly after: string
  /** Whether Forgefold implements the item; the others are listed so that the schedule is complete. */
  readonly served: boolean
}

/** Keeps the ids of a part of the table as literal types. */
export const items = <const T extends Readonly<Record<string, ReleaseItem>>>(table: T): T => table
