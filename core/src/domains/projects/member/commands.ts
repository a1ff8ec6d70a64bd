import type { AccessLevel } from '../../../access/access-level.js'
import type { Day } from '../../../kernel/index.js'
import type { MemberSource } from './events.js'

export type MemberCommand =
  | {
      readonly type: 'Add'
      readonly source: MemberSource
      readonly sourceId: number
      readonly userId: number
      readonly level: AccessLevel
      readonly expiresAt: Day | null
      readonly today: Day
      /** The highest role inherited from the groups above; a direct one must not be lower. */
      readonly inherited: InheritedRole | undefined
    }
  | {
      readonly type: 'Change'
      readonly source: MemberSource
      readonly level: AccessLevel
      /** Undefined: as it is. */
      readonly expiresAt: Day | null | undefined
      readonly today: Day
      readonly inherited: InheritedRole | undefined
    }
  | { readonly type: 'Remove' }
  /** Ends the membership where its day has come. */
  | { readonly type: 'Expire'; readonly today: Day }

export interface InheritedRole {
  readonly level: AccessLevel
  /** The display name of the group it comes from. */
  readonly group: string
}
