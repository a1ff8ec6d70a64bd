import type { Instant } from '../../../kernel/index.js'
import type { ProjectSettings } from './settings.js'

/** A delayed deletion, with the former attributes of the project. */
export interface PutOffDeletion {
  readonly at: Instant
  readonly name: string
  readonly path: string
  readonly archived: boolean
}

/** A project as `decide` needs it. */
export interface LiveProject extends ProjectSettings {
  readonly kind: 'live'
  readonly namespaceId: number
  readonly groupId: number | null
  readonly creatorId: number
  readonly forkedFrom: number | null
  readonly defaultBranch: string | null
  readonly archived: boolean
  readonly deletion: PutOffDeletion | undefined
  /** When it was last warned of deletion for inactivity. */
  readonly warnedAt: Instant | undefined
}

export type ProjectState = { readonly kind: 'none' } | LiveProject | { readonly kind: 'deleted' }
