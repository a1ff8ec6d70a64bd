import type { Forge } from '../../../app/forge.js'
import { type Applicant, allows, applicantOf, meansBranch } from '../protected-branch/index.js'
import { tagOf } from '../repository/ref-names.js'
import type { RefRequest, RefRules } from '../repository/ref-rules.js'
import type { TagProtection } from './aggregate.js'

const MAINTAINER = 40

const CREATE = 'You are not allowed to create this tag as it is protected.'
const UPDATE = 'Protected tags cannot be updated.'
const DELETE =
  'You are not allowed to delete protected tags from this project. Only a project maintainer or owner can delete a protected tag.'
const DELETE_BY_PUSH = 'You can only delete protected tags using the web interface.'

/** Every protection that means the tag. */
const protectionsOf = (forge: Forge, projectId: number, ref: string): ReadonlyArray<TagProtection> => {
  const tag = tagOf(ref)
  if (tag === undefined) return []
  return forge.read.protectedTags.ofProject(projectId).filter(({ name }) => meansBranch(name, tag))
}

/** A protected tag never moves; whoever takes it away has to be able to make it, too. */
const refusalBy = (
  protections: ReadonlyArray<TagProtection>,
  who: Applicant,
  { change, via }: RefRequest,
): string | undefined => {
  if (change === 'update') return UPDATE
  if (change === 'delete' && !who.admin && who.level < MAINTAINER) return DELETE
  if (change === 'delete' && via === 'push') return DELETE_BY_PUSH
  return protections.some(({ create }) => create.some((one) => allows(one, who))) ? undefined : CREATE
}

/** Protected tags as rules over refs; the forge is asked for when it is whole. */
export const tagRules = (forge: () => Forge): Partial<RefRules> => ({
  refusal: (request) => {
    const protections = protectionsOf(forge(), request.projectId, request.ref)
    if (protections.length === 0) return undefined
    const who = applicantOf(forge(), request)
    return who === undefined ? CREATE : refusalBy(protections, who, request)
  },
  isProtected: (projectId, ref) => protectionsOf(forge(), projectId, ref).length > 0,
})
