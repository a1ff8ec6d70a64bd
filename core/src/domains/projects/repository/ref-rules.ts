import type { Principal } from '../../../access/principal.js'

/** A ref that somebody wants to move. */
export interface RefRequest {
  readonly projectId: number
  /** In full. */
  readonly ref: string
  readonly change: 'create' | 'update' | 'delete'
  /** The new commit does not descend from the old one. */
  readonly forced: boolean
  readonly principal: Principal
  readonly via: 'push' | 'api' | 'merge' | 'rebase'
}

/** Rules over single refs, beyond the role: protected branches and tags. */
export interface RefRules {
  /** The sentence to show to the one who is refused; undefined lets it pass. */
  readonly refusal: (request: RefRequest) => string | undefined
  readonly isProtected: (projectId: number, ref: string) => boolean
  /** Whether the protection lets developers push or merge; false where there is none. */
  readonly developersMay: (projectId: number, ref: string, what: 'push' | 'merge') => boolean
}

/** Both rules together: what one refuses is refused. */
export const bothRules = (one: RefRules, other: RefRules): RefRules => ({
  refusal: (request) => one.refusal(request) ?? other.refusal(request),
  isProtected: (projectId, ref) => one.isProtected(projectId, ref) || other.isProtected(projectId, ref),
  developersMay: (projectId, ref, what) =>
    one.developersMay(projectId, ref, what) || other.developersMay(projectId, ref, what),
})

declare module '../../../app/forge.js' {
  interface Forge {
    readonly refRules: RefRules
  }
}
