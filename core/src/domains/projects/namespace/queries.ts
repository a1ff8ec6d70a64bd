import type { Page, PageRequest } from '../../../ports/read-model.js'

/** A namespace of projects: a user's personal one, or a group. */
export interface NamespaceRow {
  readonly id: number
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly path: string
  readonly fullPath: string
  /** The display names from the top level down (`A / B`). */
  readonly fullName: string
  readonly parentId: number | null
  /** The user of a personal namespace. */
  readonly ownerId: number | null
}

export interface NamespaceFilter {
  /** Undefined: all namespaces. */
  readonly userId: number | undefined
  readonly search?: string | undefined
  readonly ownedOnly?: boolean | undefined
  readonly topLevelOnly?: boolean | undefined
}

export interface NamespaceQueries {
  readonly byId: (id: number) => NamespaceRow | undefined
  /** Case-insensitive. */
  readonly byFullPath: (fullPath: string) => NamespaceRow | undefined
  /** By a full path that it had before, until something else takes that. */
  readonly byFormerPath: (fullPath: string) => NamespaceRow | undefined
  readonly ofUser: (userId: number) => NamespaceRow | undefined
  /** The user's personal namespace and the groups they may create projects in, by id. */
  readonly list: (filter: NamespaceFilter, page: PageRequest) => Page<NamespaceRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly namespaces: NamespaceQueries
  }
}
