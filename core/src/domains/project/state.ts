import type { ProjectSettings } from './settings.js'

export interface LiveProject extends ProjectSettings {
  readonly kind: 'live'
  readonly namespaceId: number
  readonly groupId: number | null
  readonly creatorId: number
  readonly forkedFrom: number | null
  readonly defaultBranch: string | null
  readonly archived: boolean
}

export type ProjectState = { readonly kind: 'none' } | LiveProject | { readonly kind: 'deleted' }
