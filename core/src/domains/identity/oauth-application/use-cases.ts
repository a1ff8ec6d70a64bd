import * as E from 'fp-ts/lib/Either.js'
import { SCOPES } from '../../../access/index.js'
import { administrator, signedIn } from '../../../access/instance-policy.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { offeredScopes } from '../../../app/offered-scopes.js'
import { invalid, notFound, oauthError, type Rejection, refuse } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import { type ApplicationDetails, oauthApplication, UNKNOWN_SCOPE } from './aggregate.js'
import type { OAuthApplicationRow } from './queries.js'

/** The credentials of a client (RFC 6749 §2.3). */
export interface ClientCredentials {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
}

const invalidClient: Rejection = oauthError(
  'invalid_client',
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
)

/**
 * Authenticates a client: a confidential one by its secret, a public one by its id. Where a public client sends a secret, it must be correct.
 * Rejections: `OAuth` (invalid_client).
 */
export const authenticateClient: Query<ClientCredentials, OAuthApplicationRow> = (
  forge,
  _,
  { clientId, clientSecret },
) => {
  const application = clientId === undefined ? undefined : forge.read.oauthApplications.byUid(clientId)
  if (application === undefined) return refuse(invalidClient)
  if (clientSecret === undefined) return application.confidential ? refuse(invalidClient) : E.right(application)
  const right = forge.secrets.equal(forge.secrets.digest(clientSecret), application.secretDigest)
  return right ? E.right(application) : refuse(invalidClient)
}

/** The application of a client id, without authentication (RFC 6749 §4.1.1). Rejections: `OAuth` (invalid_client). */
export const findClient: Query<string, OAuthApplicationRow> = (forge, _, clientId) => {
  return E.fromNullable(invalidClient)(forge.read.oauthApplications.byUid(clientId))
}

/** So many are read at once. */
const AT_ONCE = 500

function* ofInstance(forge: Forge): Generator<OAuthApplicationRow> {
  for (let after = 0; ; ) {
    const rows = forge.read.oauthApplications.ownedBy(null, after, AT_ONCE)
    yield* rows
    const last = rows[AT_ONCE - 1]
    if (last === undefined) return
    after = last.id
  }
}

/**
 * The applications of the whole instance, by id, for administrators; applications that users registered are not included. They are read as they are
 * asked for. Rejections: `Unauthenticated`, `Forbidden`.
 */
export const listApplications: Query<void, Iterable<OAuthApplicationRow>> = (forge, { principal }) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(ofInstance(forge))
}

/** The first `limit` of the applications that the caller has registered, by id. Rejections: `Unauthenticated`. */
export const listOwnApplications: Query<number, ReadonlyArray<OAuthApplicationRow>> = (forge, { principal }, limit) => {
  const known = signedIn(principal)
  return E.isLeft(known) ? known : E.right(forge.read.oauthApplications.ownedBy(known.right.userId, 0, limit))
}

/** An application that the caller has registered. Rejections: `Unauthenticated`, `NotFound` (Application). */
export const readOwnApplication: Query<number, OAuthApplicationRow> = (forge, { principal }, id) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const row = rowOf(forge, id)
  return E.isRight(row) && row.right.ownerId !== known.right.userId ? refuse(notFound('Application')) : row
}

/** A new application. */
export interface RegisterApplication extends Omit<ApplicationDetails, 'expiringTokens' | 'trusted'> {
  /** Null: for the whole instance. */
  readonly ownerId: number | null
  readonly trusted?: boolean
  /** Default: according to the release; from 14.3 on tokens expire. */
  readonly expiringTokens?: boolean | undefined
}

/** An application with its secret, which is shown once. */
export interface RegisteredApplication {
  readonly application: OAuthApplicationRow
  readonly secret: string
}

const rowOf = (forge: Forge, id: number): E.Either<Rejection, OAuthApplicationRow> => {
  return E.fromNullable(notFound('Application'))(forge.read.oauthApplications.find(id))
}

const withSecret =
  (secret: string) =>
  (row: E.Either<Rejection, OAuthApplicationRow>): E.Either<Rejection, RegisteredApplication> =>
    E.isLeft(row) ? row : E.right({ application: row.right, secret })

/** The error for scopes that the release does not have; undefined where there are none. */
const scopesAhead = ({ instance }: Forge, scopes: ReadonlyArray<string> = []): Rejection | undefined => {
  const known = offeredScopes(SCOPES, instance.release) as ReadonlyArray<string>
  const ahead = scopes.some((word) => (SCOPES as ReadonlyArray<string>).includes(word) && !known.includes(word))
  return ahead ? invalid({ scopes: [UNKNOWN_SCOPE] }) : undefined
}

/** Registers a client. Rejections: `Invalid` (name, redirect_uri, scopes). */
export const registerApplication: UseCase<RegisterApplication, RegisteredApplication> = async (
  forge,
  { context },
  input,
) => {
  const { expiringTokens, trusted, ...details } = input
  const secret = forge.secrets.hex(32)
  const command = {
    type: 'Register',
    ...details,
    trusted: trusted ?? false,
    expiringTokens: expiringTokens ?? releaseHas('oauth.expiring_by_default', forge.instance.release),
    uid: forge.secrets.hex(32),
    secretDigest: forge.secrets.digest(secret),
  } as const
  const ahead = scopesAhead(forge, details.scopes)
  if (ahead !== undefined) return refuse(ahead)
  const preflight = oauthApplication.decide(command)(oauthApplication.initial)
  if (E.isLeft(preflight)) return preflight
  const id = await forge.numbers.next('oauth-application')
  if (E.isLeft(id)) return id
  const made = await forge.aggregates.execute(oauthApplication, id.right, command, context)
  return E.isLeft(made) ? made : withSecret(secret)(rowOf(forge, id.right))
}

/** A change of a client; omitted fields stay as they are. */
export interface ChangeApplication {
  readonly id: number
  readonly details: Partial<ApplicationDetails>
}

/** Changes the attributes of a client. Rejections: `NotFound` (Application); `Invalid`. */
export const changeApplication: UseCase<ChangeApplication, OAuthApplicationRow> = async (
  forge,
  { context },
  { id, details },
) => {
  const ahead = scopesAhead(forge, details.scopes)
  if (ahead !== undefined) return refuse(ahead)
  const done = await forge.aggregates.execute(oauthApplication, id, { type: 'Change', ...details }, context)
  return E.isLeft(done) ? done : rowOf(forge, id)
}

/** Issues a new secret for a client; the old one becomes invalid at once. Rejections: `NotFound` (Application). */
export const renewSecret: UseCase<number, RegisteredApplication> = async (forge, { context }, id) => {
  const secret = forge.secrets.hex(32)
  const command = { type: 'RenewSecret', secretDigest: forge.secrets.digest(secret) } as const
  const done = await forge.aggregates.execute(oauthApplication, id, command, context)
  return E.isLeft(done) ? done : withSecret(secret)(rowOf(forge, id))
}
