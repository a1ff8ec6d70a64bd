import type { Forge } from '../../../../app/forge.js'

/** An application that holds a living token of a user. */
export interface AuthorizedApplication {
  readonly id: number
  /** Undefined where the application was deleted. */
  readonly name: string | undefined
  readonly scopes: ReadonlySet<string>
}

/** The applications that act for a user, each with the scopes of all its tokens. */
export const authorizedApplications = (forge: Forge, userId: number): ReadonlyArray<AuthorizedApplication> => {
  const scopesOf = new Map<number, Set<string>>()
  for (const { applicationId, scopes } of forge.read.oauthTokens.ofUser(userId)) {
    if (applicationId === null) continue
    const known = scopesOf.get(applicationId) ?? new Set<string>()
    for (const scope of scopes) known.add(scope)
    scopesOf.set(applicationId, known)
  }
  return [...scopesOf].map(([id, scopes]) => ({ id, name: forge.read.oauthApplications.find(id)?.name, scopes }))
}
