import { type DeployTokenHolder, isAdmin, type Principal, type SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { passwordOpensGit } from '@forgefold/core/domains/identity/user'
import type { Settings } from '@forgefold/core/domains/instance/settings'
import { httpGitRefusal, NO_DOWNLOAD_SENTENCE, pushRefusal } from '@forgefold/core/domains/projects/repository'
import type { Rejection } from '@forgefold/core/kernel'
import type { Either } from 'fp-ts/lib/Either.js'
import type { HttpResponse, MaybePromise } from '../http/message.js'
import { askForCredentials, forbidden, projectNotFound } from './git-responses.js'

/** A project as git over HTTP needs it, for one caller. */
export interface GitProject {
  readonly projectId: number
  /** The former path by which it was found. */
  readonly movedFrom?: string | undefined
  readonly archived: boolean
  readonly isPublic: boolean
  readonly may: (ability: 'read_project' | 'download_code' | 'push_code') => boolean
  /** Whether an open merge request lets the caller push to some branch; missing: none does. */
  readonly collaborates?: () => boolean
}

/** The interfaces of the rest of the server that git over HTTP needs. */
export interface GitAccess {
  /**
   * By Basic credentials from an address: a token as the password, with its own user name for a deploy token and any for others; or a user's
   * own name and password. Rejections: `Throttled` after too many invalid ones.
   */
  readonly identifyBasic: (
    basic: { readonly username: string; readonly password: string },
    from: string,
  ) => Promise<Either<Rejection, SignedIn | DeployTokenHolder>>
  /** By full path, or a former one, case-insensitive; undefined where there is none. */
  readonly project: (forge: Forge, path: string, principal: Principal) => MaybePromise<GitProject | undefined>
}

const LACKS_READING = 'Access denied: the token lacks the scope read_repository.'
const LACKS_WRITING = 'Access denied: the token lacks the scope write_repository.'

const READING_SCOPES: ReadonlySet<string> = new Set(['api', 'read_repository', 'write_repository'])
const WRITING_SCOPES: ReadonlySet<string> = new Set(['api', 'write_repository'])

const reaches = (principal: SignedIn, writes: boolean): boolean => {
  const { kind, scopes } = principal.credential
  if (kind === 'password' || kind === 'session') return true
  // A job reads with the rights of its user, and never writes.
  if (kind === 'job') return !writes
  const needed = writes ? WRITING_SCOPES : READING_SCOPES
  return scopes.some((scope) => needed.has(scope))
}

/** Whether the caller may push, but only to branches for which merge requests allow it. */
export const onlyCollaborates = (project: GitProject): boolean =>
  !project.may('push_code') && project.collaborates?.() === true

/** The refusal of an action on a project; undefined where it is allowed. A hidden project counts as missing. */
export const gitRefusal = (
  principal: Principal,
  project: GitProject | undefined,
  writes: boolean,
): HttpResponse | undefined => {
  if (principal.kind === 'user' && !reaches(principal, writes)) return forbidden(writes ? LACKS_WRITING : LACKS_READING)
  if (principal.kind === 'deploy_token' && (writes || !principal.scopes.includes('read_repository')))
    return forbidden(writes ? 'A deploy token cannot push code.' : LACKS_READING)
  const visible = project !== undefined && project.may('read_project')
  if (principal.kind === 'anonymous')
    return visible && !writes && project.may('download_code') ? undefined : askForCredentials
  if (!visible) return projectNotFound
  if (!project.may('download_code')) return forbidden(NO_DOWNLOAD_SENTENCE)
  if (!writes || project.may('push_code') || onlyCollaborates(project)) return undefined
  return forbidden(
    project.archived
      ? "You can't push code to an archived project."
      : 'You are not allowed to push code to this project.',
  )
}

/** The refusal by settings of the instance, for every project; undefined where they allow it. */
export const instanceRefusal = (
  principal: Principal,
  writes: boolean,
  settings: Settings,
): HttpResponse | undefined => {
  const switchedOff = httpGitRefusal(settings)
  if (switchedOff !== undefined) return forbidden(switchedOff)
  const byPassword = principal.kind === 'user' && principal.credential.kind === 'password'
  if (byPassword && !passwordOpensGit(settings)) return askForCredentials
  const readOnly = writes ? pushRefusal(isAdmin(principal), settings) : undefined
  return readOnly === undefined ? undefined : forbidden(readOnly)
}
