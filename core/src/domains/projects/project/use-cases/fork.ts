import * as E from 'fp-ts/lib/Either.js'
import { VISIBILITIES, type Visibility } from '../../../../access/access-level.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { invalid, notFound, notModified, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import { widestUnrestricted } from '../instance-rules.js'
import type { ProjectRow } from '../queries.js'
import { createProject, shownProject } from './create.js'

/** A new fork. */
export interface NewFork {
  readonly ref: ProjectRef
  /** The target namespace: an id, which takes precedence over the id or full path in `namespace`. Neither: the caller's personal namespace. */
  readonly namespaceId: number | undefined
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly path: string | undefined
  readonly description: string | null | undefined
  readonly visibility: Visibility | undefined
}

/** A numeric reference is an id. */
const namespaceIdOf = (forge: Forge, ref: string): number | undefined =>
  /^\d+$/.test(ref) ? Number(ref) : forge.read.namespaces.byFullPath(ref)?.id

const narrower = (a: Visibility, b: Visibility | undefined): Visibility =>
  b === undefined || VISIBILITIES.indexOf(a) <= VISIBILITIES.indexOf(b) ? a : b

const groupVisibility = (forge: Forge, namespaceId: number | undefined): Visibility | undefined =>
  namespaceId === undefined ? undefined : forge.read.groups.byId(namespaceId)?.visibility

/** Whether the topmost group of the source forbids forks outside of it, and the target is outside. */
const leavesGroup = (forge: Forge, { groupId }: ProjectRow, namespaceId: number | undefined): boolean => {
  if (groupId === null || forge.instance.tier === 'free') return false
  const { byId, withAncestors } = forge.read.groups
  const [root = groupId] = withAncestors(groupId).slice(-1)
  if (byId(root)?.preventForkingOutsideGroup !== true) return false
  return namespaceId === undefined || !withAncestors(namespaceId).includes(root)
}

/**
 * Forks a project with its branches and tags; a fork is never more visible than its source, nor than the settings of the instance permit.
 *
 * Rejections: `NotFound` (Target Namespace, Project), `Forbidden`, `Invalid` where the caller downloads too much, and those of
 * `createProject`.
 */
export const forkProject: UseCase<NewFork, ProjectRow> = async (forge, { principal, context }, input) => {
  const { namespace } = input
  const place = namespace === undefined ? undefined : namespaceIdOf(forge, namespace)
  if (namespace !== undefined && place === undefined) return refuse(notFound('Target Namespace'))
  const namespaceId = input.namespaceId ?? place
  const found = projectFor(forge, principal, input.ref, 'fork_project')
  if (E.isLeft(found)) return found
  const source = found.right.project
  if (leavesGroup(forge, source, namespaceId)) return refuse(notFound('Target Namespace'))
  const download = { projectId: source.id, isPublic: source.visibility === 'public' }
  const noted = await forge.projectRepositories.noteDownload(
    { principal, context: withNewCommandId(forge, context) },
    download,
  )
  if (E.isLeft(noted)) return refuse(invalid({ forked_from_project_id: ['is forbidden'] }))
  const widest = narrower(source.visibility, groupVisibility(forge, namespaceId))
  const made = await createProject(
    forge,
    { principal, context },
    {
      namespaceId,
      forkedFrom: source.id,
      initialBranch: source.defaultBranch ?? undefined,
      settings: {
        name: input.name ?? input.path ?? source.name,
        path: input.path ?? source.path,
        description: input.description === undefined ? source.description : input.description,
        visibility: widestUnrestricted(narrower(input.visibility ?? widest, widest), forge.settings.current()),
      },
    },
  )
  if (E.isLeft(made)) return made
  const target = made.right.id
  const copied = await forge.projectRepositories.fork(withNewCommandId(forge, context), source.id, target)
  return E.isLeft(copied) ? copied : shownProject(forge, target)
}

/** A new fork relation. */
export interface NewForkRelation {
  readonly ref: ProjectRef
  readonly source: ProjectRef
}

/**
 * Makes an existing project the fork of another; its repository stays as it is.
 *
 * Rejections: `NotFound` (Project); `Forbidden` for callers who do not own the one or may not fork the other; `Invalid` for a project with
 * itself; `Conflict` where it is a fork already.
 */
export const makeForkRelation: UseCase<NewForkRelation, ProjectRow> = async (forge, { principal, context }, input) => {
  const found = projectFor(forge, principal, input.ref, 'remove_project')
  if (E.isLeft(found)) return found
  const source = projectFor(forge, principal, input.source, 'fork_project')
  if (E.isLeft(source)) return source
  const { id } = found.right.project
  const forkedFrom = source.right.project.id
  if (forkedFrom === id) return refuse(invalid({ forked_from_project_id: ['is forbidden'] }))
  const done = await forge.aggregates.execute(project, id, { type: 'MakeForkRelation', forkedFrom }, context)
  return E.isLeft(done) ? done : shownProject(forge, id)
}

/** Ends the fork relation of a project. Rejections: `NotFound` (Project), `Forbidden`, `NotModified` where it is no fork. */
export const removeForkRelation: UseCase<ProjectRef, void> = async (forge, { principal, context }, ref) => {
  const found = projectFor(forge, principal, ref, 'remove_project')
  if (E.isLeft(found)) return found
  const { id, forkedFrom } = found.right.project
  if (forkedFrom === null) return refuse(notModified)
  const done = await forge.aggregates.execute(project, id, { type: 'RemoveForkRelation' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
