import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ProtectionScope, ProtectionTerms } from './aggregate.js'

/** A protection of a project's environment, or of a tier below a group. */
export interface ProtectedEnvironmentRow extends ProtectionTerms {
  readonly id: number
  readonly scope: ProtectionScope
  readonly scopeId: number
  readonly name: string
}

/** The queries of protected environments. */
export interface ProtectedEnvironmentQueries {
  readonly find: (scope: ProtectionScope, scopeId: number, name: string) => ProtectedEnvironmentRow | undefined
  /** By name. */
  readonly list: (scope: ProtectionScope, scopeId: number, page: PageRequest) => Page<ProtectedEnvironmentRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly protectedEnvironments: ProtectedEnvironmentQueries
  }
}
