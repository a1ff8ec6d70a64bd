import { ACCESS, type AccessLevel } from '../../../access/access-level.js'
import type { Designee } from './access-levels.js'
import type { ProtectionTerms } from './aggregate.js'

/** What a protection has to know of a person. */
export interface PersonFacts {
  readonly userId: number
  readonly admin: boolean
  /** The effective role in the project. */
  readonly level: AccessLevel
  /** Direct membership of a group. */
  readonly isMemberOf: (groupId: number) => boolean
}

/** Whether the person is meant; administrators always are. */
export const isMeant = ({ accessLevel, userId, groupId }: Designee, person: PersonFacts): boolean => {
  if (person.admin) return true
  if (accessLevel !== null) return accessLevel < ACCESS.admin && person.level >= accessLevel
  if (userId !== null) return userId === person.userId
  return groupId !== null && person.isMemberOf(groupId)
}

/** Whether the person may deploy: every protection that applies lets them. */
export const mayDeploy = (protections: ReadonlyArray<ProtectionTerms>, person: PersonFacts): boolean =>
  protections.every(({ deployAccess }) => deployAccess.some((one) => isMeant(one, person)))
