import type { Forge } from '../../../../app/forge.js'
import type { OAuthApplicationRow } from '../queries.js'

/** The applications that a user has registered. */
export const ownApplications = (forge: Forge, userId: number): ReadonlyArray<OAuthApplicationRow> =>
  forge.read.oauthApplications.ownedBy(userId)

/** An application that a user has registered; undefined where it is not theirs or does not exist. */
export const ownApplication = (forge: Forge, userId: number, id: number): OAuthApplicationRow | undefined => {
  const row = forge.read.oauthApplications.find(id)
  return row?.ownerId === userId ? row : undefined
}
