import { type Actor, anonymousActor, deployTokenActor, userActor } from '../kernel/index.js'

/** What a token may be allowed to do (docs/reference/behaviour/identity.md#scopes). */
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

/** Scopes that do nothing for anybody but administrators. */
export const ADMIN_SCOPES: ReadonlySet<Scope> = new Set(['sudo', 'admin_mode'])

/** How the caller proved who they are. */
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

/** Somebody known. */
export interface SignedIn {
  readonly kind: 'user'
  readonly userId: number
  readonly admin: boolean
  /** Reads every project and group, and the history; changes no more than others. Missing: no. */
  readonly auditor?: boolean
  readonly external: boolean
  readonly credential: Credential
}

export interface Anonymous {
  readonly kind: 'anonymous'
}

/** What a deploy token may be allowed to do. */
export const DEPLOY_SCOPES = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
] as const
export type DeployScope = (typeof DEPLOY_SCOPES)[number]

/** A machine with a deploy token: nobody in particular, let into one project, or into all below one group. */
export interface DeployTokenHolder {
  readonly kind: 'deploy_token'
  readonly tokenId: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly scopes: ReadonlyArray<DeployScope>
}

/** Who is calling. */
export type Principal = Anonymous | SignedIn | DeployTokenHolder

/** Whoever presents no credential. */
export const anonymous: Anonymous = { kind: 'anonymous' }

/**
 * Whose doing an event is.
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
 * Whether the caller may look into the history: administrators and auditors.
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
