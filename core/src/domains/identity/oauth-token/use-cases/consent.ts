import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { Scope } from '../../../../access/principal.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import { authorizationGrant } from '../../authorization-grant/aggregate.js'
import { oauthToken } from '../decider.js'

/** Whether the caller has already authorised an application for all of these scopes. Rejections: `Unauthenticated`. */
export const hasConsented: Query<{ readonly applicationId: number; readonly scopes: ReadonlyArray<Scope> }, boolean> = (
  forge,
  { principal },
  { applicationId, scopes },
) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  return E.right(forge.read.oauthTokens.consented(known.right.userId, applicationId, scopes))
}

/** An application that holds a valid token of a user. */
export interface AuthorizedApplication {
  readonly id: number
  /** Undefined where the application is deleted. */
  readonly name: string | undefined
  readonly scopes: ReadonlySet<string>
}

/** The applications authorised by the caller, each with the scopes of all its tokens. Rejections: `Unauthenticated`. */
export const listAuthorizedApplications: Query<void, ReadonlyArray<AuthorizedApplication>> = (forge, { principal }) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const scopesOf = new Map<number, Set<string>>()
  for (const { applicationId, scopes } of forge.read.oauthTokens.ofUser(known.right.userId)) {
    if (applicationId === null) continue
    const all = scopesOf.get(applicationId) ?? new Set<string>()
    for (const scope of scopes) all.add(scope)
    scopesOf.set(applicationId, all)
  }
  return E.right(
    [...scopesOf].map(([id, scopes]) => ({ id, name: forge.read.oauthApplications.find(id)?.name, scopes })),
  )
}

/** Revokes every authorisation that the caller gave this application, codes that were not redeemed yet first. Rejections: `Unauthenticated`; `Unavailable`. */
export const revokeConsent: UseCase<number, void> = async (forge, { principal, context }, applicationId) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const codes = forge.read.oauthTokens.recentCodes(known.right.userId, applicationId, context.at)
  const withdrawn = await executeForEach(forge, context, codes, (code, own) =>
    forge.aggregates.execute(authorizationGrant, code, { type: 'Withdraw', at: context.at }, own),
  )
  if (E.isLeft(withdrawn)) return withdrawn
  const allowed = forge.read.oauthTokens.ofUser(known.right.userId).filter((row) => row.applicationId === applicationId)
  const revoked = await executeForEach(forge, context, allowed, ({ familyId }, own) =>
    forge.aggregates.execute(oauthToken, familyId, { type: 'Revoke', at: context.at }, own),
  )
  return E.isLeft(revoked) ? revoked : E.right(undefined)
}
