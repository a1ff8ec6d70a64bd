import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Where projects live: a user's own place or a group. */
export interface NamespaceRow {
  readonly id: number
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly path: string
  readonly fullPath: string
  /** The display names from the top down (`A / B`). */
  readonly fullName: string
  readonly parentId: number | null
  /** The user whose own place it is. */
  readonly ownerId: number | null
}

export interface NamespaceFilter {
  /** Undefined: all there are. */
  readonly userId: number | undefined
  readonly search?: string | undefined
  readonly ownedOnly?: boolean | undefined
  readonly topLevelOnly?: boolean | undefined
}

export interface NamespaceQueries {
  readonly byId: (id: number) => NamespaceRow | undefined
  /** Case does not matter. */
  readonly byFullPath: (fullPath: string) => NamespaceRow | undefined
  readonly ofUser: (userId: number) => NamespaceRow | undefined
  /** The user's own place and the groups they may make projects in, by id. */
  readonly list: (filter: NamespaceFilter, page: PageRequest) => Page<NamespaceRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly namespaces: NamespaceQueries
  }
}
