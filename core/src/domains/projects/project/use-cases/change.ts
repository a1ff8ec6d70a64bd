import * as E from 'fp-ts/lib/Either.js'
import type { Visibility } from '../../../../access/access-level.js'
import type { FeatureLevels } from '../../../../access/features.js'
import { signedIn } from '../../../../access/instance-policy.js'
import { isAdmin } from '../../../../access/principal.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { badRequest, fieldErrors, forbidden, given, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { mayInProject, type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import { labelErrors } from '../external-access.js'
import { visibilityFindings } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'
import { projectErrors } from '../rules.js'
import { groupVisibilityOf, type NamespaceRef, targetNamespace } from '../steps/target-namespace.js'
import { type ProjectChanges, shownProject } from './create.js'

/** A change of a project; omitted fields stay as they are. */
export interface ProjectChange {
  readonly ref: ProjectRef
  readonly changes: Omit<ProjectChanges, 'features'> & { readonly features?: Partial<FeatureLevels> }
  readonly defaultBranch?: string | undefined
  readonly avatar?: AvatarChange
}

const setDefaultBranch = async (
  forge: Forge,
  before: ProjectRow,
  branch: string,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  if (branch === before.defaultBranch) return E.right(undefined)
  const repository = forge.git.of(before.id)
  if ((await repository.ref(`refs/heads/${branch}`)) === undefined)
    return refuse(invalid({ base: [`Could not change HEAD: branch '${branch}' does not exist`] }))
  const done = await forge.aggregates.execute(project, before.id, { type: 'SetDefaultBranch', branch }, context)
  if (E.isRight(done)) await repository.setHead(branch)
  return done
}

/** The upper limit of a fork's visibility: that of its source or, where that is deleted, its own. Undefined for other projects. */
const sourceVisibility = (forge: Forge, { forkedFrom, visibility }: ProjectRow): Visibility | undefined =>
  forkedFrom === null ? undefined : (forge.read.projects.byId(forkedFrom)?.visibility ?? visibility)

/**
 * Changes the given attributes.
 *
 * Rejections: `NotFound` (Project), `Forbidden` (also for a visibility that only owners may set), `Invalid` by field.
 */
export const changeProject: UseCase<ProjectChange, ProjectRow> = async (forge, { principal, context }, input) => {
  const { ref } = input
  const found = projectFor(forge, principal, ref, 'admin_project')
  if (E.isLeft(found)) return found
  const before = found.right.project
  const { features, ...rest } = input.changes
  const changes = {
    ...given(rest),
    ...(features === undefined ? {} : { features: { ...before.features, ...features } }),
  }
  const visibilityChanged = changes.visibility !== undefined && changes.visibility !== before.visibility
  if (visibilityChanged && !mayInProject(found.right, 'change_visibility_level')) return refuse(forbidden())
  const bounds = {
    group: groupVisibilityOf(forge, before.namespace),
    source: visibilityChanged ? sourceVisibility(forge, before) : undefined,
  }
  const after = { ...before, ...changes }
  const restricted = visibilityChanged
    ? visibilityFindings(after.visibility, isAdmin(principal), forge.settings.current())
    : undefined
  const errors = fieldErrors({
    ...projectErrors(after, bounds),
    ...restricted,
    ...avatarErrors(input.avatar),
    ...(await labelErrors(forge, principal, changes.externalAuthorizationClassificationLabel)),
  })
  if (errors !== undefined) return refuse(invalid(errors))
  const avatar = input.avatar === undefined ? {} : { avatar: await storeAvatar(forge, input.avatar) }
  const command = { type: 'Change', changes: { ...changes, ...avatar }, bounds } as const
  const done = await forge.aggregates.execute(project, before.id, command, context)
  if (E.isLeft(done)) return done
  if (input.defaultBranch !== undefined && input.defaultBranch !== '') {
    const set = await setDefaultBranch(forge, before, input.defaultBranch, withNewCommandId(forge, context))
    if (E.isLeft(set)) return set
  }
  return shownProject(forge, before.id)
}

export interface ArchiveProject {
  readonly ref: ProjectRef
  /** False: unarchived. */
  readonly archived: boolean
}

/** Archives a project, which makes it read-only, or unarchives it. Rejections: `NotFound` (Project), `Forbidden`. */
export const archiveProject: UseCase<ArchiveProject, ProjectRow> = async (forge, { principal, context }, input) => {
  const found = projectFor(forge, principal, input.ref, 'archive_project')
  if (E.isLeft(found)) return found
  const { id } = found.right.project
  const type = input.archived ? 'Archive' : 'Unarchive'
  const done = await forge.aggregates.execute(project, id, { type }, context)
  return E.isLeft(done) ? done : shownProject(forge, id)
}

export interface TransferProject {
  readonly ref: ProjectRef
  readonly namespace: NamespaceRef
}

/** Moves a project to another namespace. Rejections: `NotFound` (Project), `Forbidden`, `BadRequest`, `Invalid`. */
export const transferProject: UseCase<TransferProject, ProjectRow> = async (forge, { principal, context }, input) => {
  const { ref } = input
  const found = projectFor(forge, principal, ref, 'change_namespace')
  if (E.isLeft(found)) return found
  const caller = signedIn(principal)
  if (E.isLeft(caller)) return caller
  const before = found.right.project
  const namespace = targetNamespace(forge, caller.right, input.namespace)
  if (E.isLeft(namespace)) return namespace
  if (namespace.right.id === before.namespaceId) return refuse(badRequest('Project is already in this namespace.'))
  const { id: namespaceId } = namespace.right
  const groupId = namespace.right.kind === 'group' ? namespaceId : null
  const bounds = { group: groupVisibilityOf(forge, namespace.right) }
  const errors = projectErrors(before, bounds)
  if (errors !== undefined) return refuse(invalid(errors))
  const command = { type: 'Move', namespaceId, groupId, bounds } as const
  const done = await forge.aggregates.execute(project, before.id, command, context)
  return E.isLeft(done) ? done : shownProject(forge, before.id)
}

/**
 * Cancels a delayed deletion: the project gets its name back and is no longer read-only.
 *
 * Rejections: `NotFound` (Project), `Forbidden`, `Invalid` where its name or path was taken meanwhile.
 */
export const restoreProject: UseCase<ProjectRef, ProjectRow> = async (forge, { principal, context }, ref) => {
  const found = projectFor(forge, principal, ref, 'remove_project')
  if (E.isLeft(found)) return found
  const { id } = found.right.project
  const done = await forge.aggregates.execute(project, id, { type: 'Restore' }, context)
  return E.isLeft(done) ? done : shownProject(forge, id)
}
