import type { Principal, SignedIn } from '../../../access/principal.js'

/** A requested ref update. */
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

/** Rules of single refs, besides the role: protected branches and tags. */
export interface RefRules {
  /** The sentence for the refused user; undefined allows the update. */
  readonly refusal: (request: RefRequest) => string | undefined
  readonly isProtected: (projectId: number, ref: string) => boolean
  /** Whether the protection lets developers push or merge; false where there is none. */
  readonly developersMay: (projectId: number, ref: string, what: 'push' | 'merge') => boolean
  /** Whether a user who may not push to the project may push to this branch nevertheless. */
  readonly mayCollaborateOn: (user: SignedIn, projectId: number, branch: string) => boolean
  /** The same for any branch of the project. */
  readonly mayCollaborateIn: (user: SignedIn, projectId: number) => boolean
}

/** Combines the rules of several contexts: an update is refused where one of them refuses, and additionally allowed where one of them allows. */
export const combineRefRules = (rules: ReadonlyArray<Partial<RefRules>>): RefRules => ({
  refusal: (request) => {
    for (const one of rules) {
      const refusal = one.refusal?.(request)
      if (refusal !== undefined) return refusal
    }
    return undefined
  },
  isProtected: (...given) => rules.some(({ isProtected }) => isProtected?.(...given)),
  developersMay: (...given) => rules.some(({ developersMay }) => developersMay?.(...given)),
  mayCollaborateOn: (...given) => rules.some(({ mayCollaborateOn }) => mayCollaborateOn?.(...given)),
  mayCollaborateIn: (...given) => rules.some(({ mayCollaborateIn }) => mayCollaborateIn?.(...given)),
})

declare module '../../../app/forge.js' {
  interface Forge {
    readonly refRules: RefRules
  }
}
