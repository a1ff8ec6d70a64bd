import { allows, mayDeleteProtected, type RefUpdater } from '../protected-branch/policy.js'
import type { RefRequest } from '../repository/ref-rules.js'
import type { TagProtection } from './aggregate.js'

/** The refusal of a protected tag that the caller may not create. */
export const CREATE_REFUSED = 'You are not allowed to create this tag as it is protected.'
const UPDATE = 'Protected tags cannot be updated.'
const DELETE =
  'You are not allowed to delete protected tags from this project. Only a project maintainer or owner can delete a protected tag.'
const DELETE_BY_PUSH = 'You can only delete protected tags using the web interface.'

/**
 * Why the protections of a tag refuse a change to it: it cannot be updated, and only users who may create it may delete it. Undefined where
 * they allow the change.
 */
export const tagRefusal = (
  protections: ReadonlyArray<TagProtection>,
  updater: RefUpdater,
  { change, via }: Pick<RefRequest, 'change' | 'via'>,
): string | undefined => {
  if (change === 'update') return UPDATE
  if (change === 'delete' && !mayDeleteProtected(updater)) return DELETE
  if (change === 'delete' && via === 'push') return DELETE_BY_PUSH
  return protections.some(({ create }) => create.some((one) => allows(one, updater))) ? undefined : CREATE_REFUSED
}
