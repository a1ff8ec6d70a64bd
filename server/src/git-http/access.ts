import { type DeployTokenHolder, isAdmin, type Principal, type SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { passwordOpensGit } from '@forgefold/core/domains/identity/user'
import type { Settings } from '@forgefold/core/domains/instance/settings'
import { httpGitRefusal, NO_DOWNLOAD_SENTENCE, pushRefusal } from '@forgefold/core/domains/projects/repository'
import type { Rejection } from '@forgefold/core/kernel'
import type { Either } from 'fp-ts/lib/Either.js'
import type { HttpResponse } from '../http/message.js'
import { askForCredentials, forbidden, projectNotFound } from './git-responses.js'

/** A project as git over HTTP needs to know it, for one caller. */
export interface GitProject {
  readonly projectId: number
  readonly archived: boolean
  readonly isPublic: boolean
  readonly may: (ability: 'read_project' | 'download_code' | 'push_code') => boolean
  /** Whether an open merge request lets the caller push to some branch; missing: none does. */
  readonly collaborates?: () => boolean
}

/** What git over HTTP needs of the rest of the server. */
export interface GitAccess {
  /** By Basic credentials from an address: a token as the password, of a deploy token under its own user name, of others under any; or a user's own name and password. Rejections: `Throttled` after too many wrong ones. */
  readonly identifyBasic: (
    basic: { readonly username: string; readonly password: string },
    from: string,
  ) => Promise<Either<Rejection, SignedIn | DeployTokenHolder>>
  /** By full path, in any case of letters; undefined where there is none. */
  readonly project: (forge: Forge, path: string, principal: Principal) => GitProject | undefined
}

const LACKS_READING = 'Access denied: the token lacks the scope read_repository.'
const LACKS_WRITING = 'Access denied: the token lacks the scope write_repository.'

const READING_SCOPES: ReadonlySet<string> = new Set(['api', 'read_repository', 'write_repository'])
const WRITING_SCOPES: ReadonlySet<string> = new Set(['api', 'write_repository'])

const reaches = (principal: SignedIn, writes: boolean): boolean => {
  const { kind, scopes } = principal.credential
  if (kind === 'password' || kind === 'session') return true
  // A job reads as the user who runs it; it never writes.
  if (kind === 'job') return !writes
  const needed = writes ? WRITING_SCOPES : READING_SCOPES
  return scopes.some((scope) => needed.has(scope))
}

/** Whether the caller may push, but only to branches that merge requests open to them. */
export const onlyCollaborates = (project: GitProject): boolean =>
  !project.may('push_code') && project.collaborates?.() === true

/** Whether the caller may do this there: undefined, or the answer that says no. A hidden project is as good as none. */
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

/** What the settings of the instance forbid everybody, whatever the project: undefined, or the answer that says no. */
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
