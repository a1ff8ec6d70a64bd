import type { Instant } from '../../../kernel/index.js'
import type { ProjectSettings } from './settings.js'

/** A deletion that was asked for and put off, with what the project was before. */
export interface PutOffDeletion {
  readonly at: Instant
  readonly name: string
  readonly path: string
  readonly archived: boolean
}

/** A project as its decider remembers it. */
export interface LiveProject extends ProjectSettings {
  readonly kind: 'live'
  readonly namespaceId: number
  readonly groupId: number | null
  readonly creatorId: number
  readonly forkedFrom: number | null
  readonly defaultBranch: string | null
  readonly archived: boolean
  readonly deletion: PutOffDeletion | undefined
  /** When it was last warned that it ends because nothing happens in it. */
  readonly warnedAt: Instant | undefined
}

export type ProjectState = { readonly kind: 'none' } | LiveProject | { readonly kind: 'deleted' }
