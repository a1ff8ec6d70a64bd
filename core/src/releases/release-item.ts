import type { Lifespan } from './lifespan.js'

/** What sort of thing appears, ages or goes. */
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

/** The part of the documentation that a thing belongs to. */
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

/** One line of the release table: what it is, when it lives, and what a client sees before and after. */
export interface ReleaseItem extends Lifespan {
  readonly kind: ItemKind
  readonly area: ItemArea
  /** What clients write or read: a field, a parameter, a path, a keyword. */
  readonly name: string
  /** The release for which the published schedule plans the removal, where the ruling on `until` differs from it. */
  readonly planned?: string
  readonly replacedBy?: string
  /** What a client sees while the thing is there, or before it arrives. */
  readonly before: string
  /** What a client sees once it is gone, or has arrived. */
  readonly after: string
  /** Whether Forgefold serves or parses the thing; the others are kept so that the schedule is whole. */
  readonly served: boolean
}

/** Keeps the ids of a part of the table as literal types. */
export const items = <const T extends Readonly<Record<string, ReleaseItem>>>(table: T): T => table
