import type { Forge } from '../../../app/forge.js'
import { refUpdaterOf } from '../protected-branch/branch-rules.js'
import { coversRef } from '../protected-branch/policy.js'
import type { RefRules } from '../repository/ref-rules.js'
import { tagOf } from '../repository/refs.js'
import type { TagProtection } from './aggregate.js'
import { CREATE_REFUSED, tagRefusal } from './policy.js'

/** Every protection that covers the tag. */
const protectionsOf = (forge: Forge, projectId: number, ref: string): ReadonlyArray<TagProtection> => {
  const tag = tagOf(ref)
  if (tag === undefined) return []
  return forge.read.protectedTags.ofProject(projectId).filter(({ name }) => coversRef(name, tag))
}

/** Protected tags as rules of refs; the forge is passed as a function because it is composed later. */
export const tagRules = (forge: () => Forge): Partial<RefRules> => ({
  refusal: (request) => {
    const protections = protectionsOf(forge(), request.projectId, request.ref)
    if (protections.length === 0) return undefined
    const updater = refUpdaterOf(forge(), request)
    return updater === undefined ? CREATE_REFUSED : tagRefusal(protections, updater, request)
  },
  isProtected: (projectId, ref) => protectionsOf(forge(), projectId, ref).length > 0,
})
