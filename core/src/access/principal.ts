import { type Actor, anonymousActor, deployTokenActor, userActor } from '../kernel/index.js'

/** The scopes of a token (docs/reference/behaviour/identity.md#scopes). */
export const SCOPES = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'sudo',
  'admin_mode',
  'read_history',
  'openid',
  'profile',
  'email',
] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes that have an effect for administrators only. */
export const ADMIN_SCOPES: ReadonlySet<Scope> = new Set(['sudo', 'admin_mode'])

/** How the caller was authenticated. */
export type CredentialKind = 'personal_access_token' | 'oauth' | 'job' | 'deploy' | 'session' | 'password'

export interface Credential {
  readonly kind: CredentialKind
  /** The id of the token or session; never its secret. */
  readonly id: string
  readonly scopes: ReadonlyArray<Scope>
  /** For a job token: the job, its pipeline and the project it runs in. */
  readonly jobId?: number
  readonly pipelineId?: number
  readonly projectId?: number
}

/** An authenticated user. */
export interface SignedIn {
  readonly kind: 'user'
  readonly userId: number
  readonly admin: boolean
  /** Auditors read every project, every group and the history, and have no further rights. Missing: no. */
  readonly auditor?: boolean
  readonly external: boolean
  readonly credential: Credential
}

export interface Anonymous {
  readonly kind: 'anonymous'
}

/** The scopes of a deploy token. */
export const DEPLOY_SCOPES = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
] as const
export type DeployScope = (typeof DEPLOY_SCOPES)[number]

/** A machine with a deploy token, which reaches one project or all projects of one group. It is no user. */
export interface DeployTokenHolder {
  readonly kind: 'deploy_token'
  readonly tokenId: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly scopes: ReadonlyArray<DeployScope>
}

/** Who is calling. */
export type Principal = Anonymous | SignedIn | DeployTokenHolder

/** A caller without credentials. */
export const anonymous: Anonymous = { kind: 'anonymous' }

/**
 * The actor of events that the principal causes.
 *
 * @example
 * assert.equal(actorOf({ kind: 'anonymous' }), 'anonymous')
 */
export const actorOf = (principal: Principal): Actor => {
  switch (principal.kind) {
    case 'user':
      return userActor(principal.userId)
    case 'deploy_token':
      return deployTokenActor(principal.tokenId)
    case 'anonymous':
      return anonymousActor
  }
}

/**
 * Whether the caller may see every project and group.
 *
 * @example
 * assert.equal(seesAll({ admin: false, auditor: true }), true)
 */
export const seesAll = ({ admin, auditor }: Pick<SignedIn, 'admin' | 'auditor'>): boolean => admin || auditor === true

/**
 * Whether the caller may read the history: administrators and auditors.
 *
 * @example
 * assert.equal(readsHistory({ kind: 'anonymous' }), false)
 */
export const readsHistory = (principal: Principal): boolean => principal.kind === 'user' && seesAll(principal)

/**
 * Whether the caller is an administrator.
 *
 * @example
 * assert.equal(isAdmin({ kind: 'anonymous' }), false)
 */
export const isAdmin = (principal: Principal): boolean => principal.kind === 'user' && principal.admin
