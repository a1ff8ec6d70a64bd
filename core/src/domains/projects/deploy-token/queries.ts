import type { DeployScope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

export interface DeployTokenRow {
  readonly id: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly name: string
  readonly username: string
  readonly scopes: ReadonlyArray<DeployScope>
  readonly expiresAt: Instant | null
  readonly revoked: boolean
}

/** The tokens of a project or of a group; all tokens where both are omitted. */
export interface DeployTokenFilter {
  readonly projectId?: number
  readonly groupId?: number
  /** Neither revoked nor expired at this moment. */
  readonly activeAt?: Instant | undefined
}

export interface DeployTokenQueries {
  readonly byId: (id: number) => DeployTokenRow | undefined
  /** By the SHA-256 of the secret, hexadecimal. */
  readonly byDigest: (digest: string) => DeployTokenRow | undefined
  /** By id. */
  readonly list: (filter: DeployTokenFilter, page: PageRequest) => Page<DeployTokenRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly deployTokens: DeployTokenQueries
  }
}
