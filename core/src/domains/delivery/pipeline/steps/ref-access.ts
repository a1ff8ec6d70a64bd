import type { Principal } from '../../../../access/principal.js'
import type { Forge } from '../../../../app/forge.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'

/** A branch or tag, by its short name. */
export interface RunRef {
  readonly projectId: number
  readonly ref: string
  readonly tag: boolean
}

/** Whether a user who may run pipelines may run one there: the ref is not protected, or they may push to it, merge into it, or create it. */
export const mayRunOn = (forge: Forge, principal: Principal, { projectId, ref, tag }: RunRef): boolean => {
  const change = tag ? 'create' : 'update'
  const full = tag ? tagRef(ref) : branchRef(ref)
  return forge.refRules.refusal({ projectId, ref: full, change, forced: false, principal, via: 'merge' }) === undefined
}
