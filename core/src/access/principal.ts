import { type Actor, anonymousActor, userActor } from '../kernel/index.js'

/** What a token may be allowed to do (behaviour of the documented API, complete list). */
export const SCOPES = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'sudo',
  'openid',
  'profile',
  'email',
] as const
export type Scope = (typeof SCOPES)[number]

/** How the caller proved who they are. */
export type CredentialKind = 'personal_access_token' | 'oauth' | 'job' | 'deploy' | 'session' | 'password'

export interface Credential {
  readonly kind: CredentialKind
  /** The id of the token or session; never its secret. */
  readonly id: string
  readonly scopes: ReadonlyArray<Scope>
  /** For a job token: the job and the project it runs in. */
  readonly jobId?: number
  readonly projectId?: number
}

/** Somebody known. */
export interface SignedIn {
  readonly kind: 'user'
  readonly userId: number
  readonly admin: boolean
  readonly external: boolean
  readonly credential: Credential
}

export interface Anonymous {
  readonly kind: 'anonymous'
}

/** Who is calling. */
export type Principal = Anonymous | SignedIn

export const anonymous: Anonymous = { kind: 'anonymous' }

export const actorOf = (principal: Principal): Actor =>
  principal.kind === 'user' ? userActor(principal.userId) : anonymousActor

export const isAdmin = (principal: Principal): boolean => principal.kind === 'user' && principal.admin
